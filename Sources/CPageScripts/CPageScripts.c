// Embeds the modules of `js/` (C23, section 6.10.4). Adding a module means adding it here, in both lists; a test of
// PageScripts compares them with the directory.

#include "CPageScripts.h"

static const char anchoring_block_hash[] = {
#embed "../../js/anchoring/block-hash.js"
    , 0};
static const char anchoring_edit_distance[] = {
#embed "../../js/anchoring/edit-distance.js"
    , 0};
static const char anchoring_folded_text[] = {
#embed "../../js/anchoring/folded-text.js"
    , 0};
static const char anchoring_fuzzy_search[] = {
#embed "../../js/anchoring/fuzzy-search.js"
    , 0};
static const char anchoring_page_sketch[] = {
#embed "../../js/anchoring/page-sketch.js"
    , 0};
static const char anchoring_quote_search[] = {
#embed "../../js/anchoring/quote-search.js"
    , 0};
static const char anchoring_selector[] = {
#embed "../../js/anchoring/selector.js"
    , 0};
static const char anchoring_sticky[] = {
#embed "../../js/anchoring/sticky.js"
    , 0};
static const char anchoring_text_index[] = {
#embed "../../js/anchoring/text-index.js"
    , 0};
static const char anchoring_text_position[] = {
#embed "../../js/anchoring/text-position.js"
    , 0};
static const char anchoring_word_alignment[] = {
#embed "../../js/anchoring/word-alignment.js"
    , 0};
static const char capture_anchors[] = {
#embed "../../js/capture/anchors.js"
    , 0};
static const char capture_capture_bookmarklet[] = {
#embed "../../js/capture/capture-bookmarklet.js"
    , 0};
static const char capture_capture_promise[] = {
#embed "../../js/capture/capture-promise.js"
    , 0};
static const char capture_capture_script[] = {
#embed "../../js/capture/capture-script.js"
    , 0};
static const char capture_capture_steps[] = {
#embed "../../js/capture/capture-steps.js"
    , 0};
static const char capture_copy_dialog[] = {
#embed "../../js/capture/copy-dialog.js"
    , 0};
static const char capture_image_anchor[] = {
#embed "../../js/capture/image-anchor.js"
    , 0};
static const char capture_in_view[] = {
#embed "../../js/capture/in-view.js"
    , 0};
static const char capture_middle_anchor[] = {
#embed "../../js/capture/middle-anchor.js"
    , 0};
static const char capture_page_fields[] = {
#embed "../../js/capture/page-fields.js"
    , 0};
static const char capture_quote[] = {
#embed "../../js/capture/quote.js"
    , 0};
static const char capture_reading_line[] = {
#embed "../../js/capture/reading-line.js"
    , 0};
static const char capture_reading_scroller[] = {
#embed "../../js/capture/reading-scroller.js"
    , 0};
static const char capture_scroller_records[] = {
#embed "../../js/capture/scroller-records.js"
    , 0};
static const char capture_size_limit[] = {
#embed "../../js/capture/size-limit.js"
    , 0};
static const char capture_snapshot[] = {
#embed "../../js/capture/snapshot.js"
    , 0};
static const char dom_block_axis[] = {
#embed "../../js/dom/block-axis.js"
    , 0};
static const char dom_composed_tree[] = {
#embed "../../js/dom/composed-tree.js"
    , 0};
static const char dom_geometry[] = {
#embed "../../js/dom/geometry.js"
    , 0};
static const char dom_hit[] = {
#embed "../../js/dom/hit.js"
    , 0};
static const char dom_node[] = {
#embed "../../js/dom/node.js"
    , 0};
static const char dom_scroller[] = {
#embed "../../js/dom/scroller.js"
    , 0};
static const char restore_attempt[] = {
#embed "../../js/restore/attempt.js"
    , 0};
static const char restore_bracket[] = {
#embed "../../js/restore/bracket.js"
    , 0};
static const char restore_confidence[] = {
#embed "../../js/restore/confidence.js"
    , 0};
static const char restore_evidence[] = {
#embed "../../js/restore/evidence.js"
    , 0};
static const char restore_finalize[] = {
#embed "../../js/restore/finalize.js"
    , 0};
static const char restore_highlight[] = {
#embed "../../js/restore/highlight.js"
    , 0};
static const char restore_hold[] = {
#embed "../../js/restore/hold.js"
    , 0};
static const char restore_image_target[] = {
#embed "../../js/restore/image-target.js"
    , 0};
static const char restore_keep_place[] = {
#embed "../../js/restore/keep-place.js"
    , 0};
static const char restore_locate[] = {
#embed "../../js/restore/locate.js"
    , 0};
static const char restore_notice[] = {
#embed "../../js/restore/notice.js"
    , 0};
static const char restore_pending[] = {
#embed "../../js/restore/pending.js"
    , 0};
static const char restore_place[] = {
#embed "../../js/restore/place.js"
    , 0};
static const char restore_reader_input[] = {
#embed "../../js/restore/reader-input.js"
    , 0};
static const char restore_resolve_quote[] = {
#embed "../../js/restore/resolve-quote.js"
    , 0};
static const char restore_restore_bookmarklet[] = {
#embed "../../js/restore/restore-bookmarklet.js"
    , 0};
static const char restore_restore_definition[] = {
#embed "../../js/restore/restore-definition.js"
    , 0};
static const char restore_restore_expression[] = {
#embed "../../js/restore/restore-expression.js"
    , 0};
static const char restore_restore_media[] = {
#embed "../../js/restore/restore-media.js"
    , 0};
static const char restore_restore[] = {
#embed "../../js/restore/restore.js"
    , 0};
static const char restore_reveal[] = {
#embed "../../js/restore/reveal.js"
    , 0};
static const char restore_same_page[] = {
#embed "../../js/restore/same-page.js"
    , 0};
static const char restore_seek[] = {
#embed "../../js/restore/seek.js"
    , 0};
static const char restore_snapshot_reader[] = {
#embed "../../js/restore/snapshot-reader.js"
    , 0};
static const char restore_target[] = {
#embed "../../js/restore/target.js"
    , 0};
static const char restore_watch_changes[] = {
#embed "../../js/restore/watch-changes.js"
    , 0};
static const char restore_zoom[] = {
#embed "../../js/restore/zoom.js"
    , 0};
static const char userscript_expected_place[] = {
#embed "../../js/userscript/expected-place.js"
    , 0};
static const char userscript_page_card[] = {
#embed "../../js/userscript/page-card.js"
    , 0};
static const char userscript_service_page[] = {
#embed "../../js/userscript/service-page.js"
    , 0};
static const char userscript_service_requests[] = {
#embed "../../js/userscript/service-requests.js"
    , 0};
static const char userscript_shortcut[] = {
#embed "../../js/userscript/shortcut.js"
    , 0};
static const char userscript_userscript[] = {
#embed "../../js/userscript/userscript.js"
    , 0};
static const char wire_base64url[] = {
#embed "../../js/wire/base64url.js"
    , 0};
static const char wire_json[] = {
#embed "../../js/wire/json.js"
    , 0};
static const char wire_page_key[] = {
#embed "../../js/wire/page-key.js"
    , 0};
static const char wire_payload[] = {
#embed "../../js/wire/payload.js"
    , 0};

static const struct {
    const char *path;
    const char *text;
} modules[] = {
    {"anchoring/block-hash.js", anchoring_block_hash},
    {"anchoring/edit-distance.js", anchoring_edit_distance},
    {"anchoring/folded-text.js", anchoring_folded_text},
    {"anchoring/fuzzy-search.js", anchoring_fuzzy_search},
    {"anchoring/page-sketch.js", anchoring_page_sketch},
    {"anchoring/quote-search.js", anchoring_quote_search},
    {"anchoring/selector.js", anchoring_selector},
    {"anchoring/sticky.js", anchoring_sticky},
    {"anchoring/text-index.js", anchoring_text_index},
    {"anchoring/text-position.js", anchoring_text_position},
    {"anchoring/word-alignment.js", anchoring_word_alignment},
    {"capture/anchors.js", capture_anchors},
    {"capture/capture-bookmarklet.js", capture_capture_bookmarklet},
    {"capture/capture-promise.js", capture_capture_promise},
    {"capture/capture-script.js", capture_capture_script},
    {"capture/capture-steps.js", capture_capture_steps},
    {"capture/copy-dialog.js", capture_copy_dialog},
    {"capture/image-anchor.js", capture_image_anchor},
    {"capture/in-view.js", capture_in_view},
    {"capture/middle-anchor.js", capture_middle_anchor},
    {"capture/page-fields.js", capture_page_fields},
    {"capture/quote.js", capture_quote},
    {"capture/reading-line.js", capture_reading_line},
    {"capture/reading-scroller.js", capture_reading_scroller},
    {"capture/scroller-records.js", capture_scroller_records},
    {"capture/size-limit.js", capture_size_limit},
    {"capture/snapshot.js", capture_snapshot},
    {"dom/block-axis.js", dom_block_axis},
    {"dom/composed-tree.js", dom_composed_tree},
    {"dom/geometry.js", dom_geometry},
    {"dom/hit.js", dom_hit},
    {"dom/node.js", dom_node},
    {"dom/scroller.js", dom_scroller},
    {"restore/attempt.js", restore_attempt},
    {"restore/bracket.js", restore_bracket},
    {"restore/confidence.js", restore_confidence},
    {"restore/evidence.js", restore_evidence},
    {"restore/finalize.js", restore_finalize},
    {"restore/highlight.js", restore_highlight},
    {"restore/hold.js", restore_hold},
    {"restore/image-target.js", restore_image_target},
    {"restore/keep-place.js", restore_keep_place},
    {"restore/locate.js", restore_locate},
    {"restore/notice.js", restore_notice},
    {"restore/pending.js", restore_pending},
    {"restore/place.js", restore_place},
    {"restore/reader-input.js", restore_reader_input},
    {"restore/resolve-quote.js", restore_resolve_quote},
    {"restore/restore-bookmarklet.js", restore_restore_bookmarklet},
    {"restore/restore-definition.js", restore_restore_definition},
    {"restore/restore-expression.js", restore_restore_expression},
    {"restore/restore-media.js", restore_restore_media},
    {"restore/restore.js", restore_restore},
    {"restore/reveal.js", restore_reveal},
    {"restore/same-page.js", restore_same_page},
    {"restore/seek.js", restore_seek},
    {"restore/snapshot-reader.js", restore_snapshot_reader},
    {"restore/target.js", restore_target},
    {"restore/watch-changes.js", restore_watch_changes},
    {"restore/zoom.js", restore_zoom},
    {"userscript/expected-place.js", userscript_expected_place},
    {"userscript/page-card.js", userscript_page_card},
    {"userscript/service-page.js", userscript_service_page},
    {"userscript/service-requests.js", userscript_service_requests},
    {"userscript/shortcut.js", userscript_shortcut},
    {"userscript/userscript.js", userscript_userscript},
    {"wire/base64url.js", wire_base64url},
    {"wire/json.js", wire_json},
    {"wire/page-key.js", wire_page_key},
    {"wire/payload.js", wire_payload},
};

size_t leftoff_js_module_count(void) { return sizeof modules / sizeof modules[0]; }

const char *leftoff_js_module_path(size_t index) { return modules[index].path; }

const char *leftoff_js_module_text(size_t index) { return modules[index].text; }
