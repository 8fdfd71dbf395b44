#include "WebAssets.h"

// `#embed` (C23) puts a file's bytes into the array. A new file needs an array and a line in the table.

static const unsigned char asset_openapi_json[] = {
#embed "../../Resources/openapi.json"
    , 0};

static const unsigned char asset_web_add_places_js[] = {
#embed "../../Resources/web/add-places.js"
    , 0};

static const unsigned char asset_web_api_js[] = {
#embed "../../Resources/web/api.js"
    , 0};

static const unsigned char asset_web_app_css[] = {
#embed "../../Resources/web/app.css"
    , 0};

static const unsigned char asset_web_app_js[] = {
#embed "../../Resources/web/app.js"
    , 0};

static const unsigned char asset_web_bulk_changes_js[] = {
#embed "../../Resources/web/bulk-changes.js"
    , 0};

static const unsigned char asset_web_capture_html[] = {
#embed "../../Resources/web/capture.html"
    , 0};

static const unsigned char asset_web_capture_js[] = {
#embed "../../Resources/web/capture.js"
    , 0};

static const unsigned char asset_web_continue_html[] = {
#embed "../../Resources/web/continue.html"
    , 0};

static const unsigned char asset_web_copy_shell_html[] = {
#embed "../../Resources/web/copy-shell.html"
    , 0};

static const unsigned char asset_web_copy_shell_js[] = {
#embed "../../Resources/web/copy-shell.js"
    , 0};

static const unsigned char asset_web_elements_js[] = {
#embed "../../Resources/web/elements.js"
    , 0};

static const unsigned char asset_web_event_stream_js[] = {
#embed "../../Resources/web/event-stream.js"
    , 0};

static const unsigned char asset_web_events_js[] = {
#embed "../../Resources/web/events.js"
    , 0};

static const unsigned char asset_web_first_list_js[] = {
#embed "../../Resources/web/first-list.js"
    , 0};

static const unsigned char asset_web_icon_svg[] = {
#embed "../../Resources/web/icon.svg"
    , 0};

static const unsigned char asset_web_import_plan_js[] = {
#embed "../../Resources/web/import-plan.js"
    , 0};

static const unsigned char asset_web_index_html[] = {
#embed "../../Resources/web/index.html"
    , 0};

static const unsigned char asset_web_install_html[] = {
#embed "../../Resources/web/install.html"
    , 0};

static const unsigned char asset_web_install_js[] = {
#embed "../../Resources/web/install.js"
    , 0};

static const unsigned char asset_web_link_rows_js[] = {
#embed "../../Resources/web/link-rows.js"
    , 0};

static const unsigned char asset_web_links_state_js[] = {
#embed "../../Resources/web/links-state.js"
    , 0};

static const unsigned char asset_web_links_js[] = {
#embed "../../Resources/web/links.js"
    , 0};

static const unsigned char asset_web_marks_merge_js[] = {
#embed "../../Resources/web/marks-merge.js"
    , 0};

static const unsigned char asset_web_marks_js[] = {
#embed "../../Resources/web/marks.js"
    , 0};

static const unsigned char asset_web_motion_frames_js[] = {
#embed "../../Resources/web/motion-frames.js"
    , 0};

static const unsigned char asset_web_motion_js[] = {
#embed "../../Resources/web/motion.js"
    , 0};

static const unsigned char asset_web_new_places_js[] = {
#embed "../../Resources/web/new-places.js"
    , 0};

static const unsigned char asset_web_notices_js[] = {
#embed "../../Resources/web/notices.js"
    , 0};

static const unsigned char asset_web_order_js[] = {
#embed "../../Resources/web/order.js"
    , 0};

static const unsigned char asset_web_place_display_js[] = {
#embed "../../Resources/web/place-display.js"
    , 0};

static const unsigned char asset_web_place_js[] = {
#embed "../../Resources/web/place.js"
    , 0};

static const unsigned char asset_web_problem_html[] = {
#embed "../../Resources/web/problem.html"
    , 0};

static const unsigned char asset_web_queue_bulk_js[] = {
#embed "../../Resources/web/queue-bulk.js"
    , 0};

static const unsigned char asset_web_queue_rows_js[] = {
#embed "../../Resources/web/queue-rows.js"
    , 0};

static const unsigned char asset_web_queue_state_js[] = {
#embed "../../Resources/web/queue-state.js"
    , 0};

static const unsigned char asset_web_queue_js[] = {
#embed "../../Resources/web/queue.js"
    , 0};

static const unsigned char asset_web_restore_html[] = {
#embed "../../Resources/web/restore.html"
    , 0};

static const unsigned char asset_web_restore_js[] = {
#embed "../../Resources/web/restore.js"
    , 0};

static const unsigned char asset_web_sample_css[] = {
#embed "../../Resources/web/sample.css"
    , 0};

static const unsigned char asset_web_sample_html[] = {
#embed "../../Resources/web/sample.html"
    , 0};

static const unsigned char asset_web_sample_js[] = {
#embed "../../Resources/web/sample.js"
    , 0};

static const unsigned char asset_web_session_js[] = {
#embed "../../Resources/web/session.js"
    , 0};

static const unsigned char asset_web_sessions_js[] = {
#embed "../../Resources/web/sessions.js"
    , 0};

static const unsigned char asset_web_settings_js[] = {
#embed "../../Resources/web/settings.js"
    , 0};

static const unsigned char asset_web_sheets_js[] = {
#embed "../../Resources/web/sheets.js"
    , 0};

static const unsigned char asset_web_shelf_bulk_js[] = {
#embed "../../Resources/web/shelf-bulk.js"
    , 0};

static const unsigned char asset_web_shelf_changes_js[] = {
#embed "../../Resources/web/shelf-changes.js"
    , 0};

static const unsigned char asset_web_shelf_events_js[] = {
#embed "../../Resources/web/shelf-events.js"
    , 0};

static const unsigned char asset_web_shelf_filters_js[] = {
#embed "../../Resources/web/shelf-filters.js"
    , 0};

static const unsigned char asset_web_shelf_keys_js[] = {
#embed "../../Resources/web/shelf-keys.js"
    , 0};

static const unsigned char asset_web_shelf_list_js[] = {
#embed "../../Resources/web/shelf-list.js"
    , 0};

static const unsigned char asset_web_shelf_parts_js[] = {
#embed "../../Resources/web/shelf-parts.js"
    , 0};

static const unsigned char asset_web_shelf_row_js[] = {
#embed "../../Resources/web/shelf-row.js"
    , 0};

static const unsigned char asset_web_shelf_selection_js[] = {
#embed "../../Resources/web/shelf-selection.js"
    , 0};

static const unsigned char asset_web_shelf_state_js[] = {
#embed "../../Resources/web/shelf-state.js"
    , 0};

static const unsigned char asset_web_shelf_tools_css[] = {
#embed "../../Resources/web/shelf-tools.css"
    , 0};

static const unsigned char asset_web_shelf_window_js[] = {
#embed "../../Resources/web/shelf-window.js"
    , 0};

static const unsigned char asset_web_shelf_css[] = {
#embed "../../Resources/web/shelf.css"
    , 0};

static const unsigned char asset_web_shelf_js[] = {
#embed "../../Resources/web/shelf.js"
    , 0};

static const unsigned char asset_web_shortcuts_js[] = {
#embed "../../Resources/web/shortcuts.js"
    , 0};

static const unsigned char asset_web_signed_in_html[] = {
#embed "../../Resources/web/signed-in.html"
    , 0};

static const unsigned char asset_web_signed_in_js[] = {
#embed "../../Resources/web/signed-in.js"
    , 0};

static const unsigned char asset_web_signin_html[] = {
#embed "../../Resources/web/signin.html"
    , 0};

static const unsigned char asset_web_text_js[] = {
#embed "../../Resources/web/text.js"
    , 0};

static const unsigned char asset_web_trash_js[] = {
#embed "../../Resources/web/trash.js"
    , 0};

static const unsigned char asset_web_windows_js[] = {
#embed "../../Resources/web/windows.js"
    , 0};

#define ASSET(name, bytes) {name, bytes, sizeof(bytes) - 1}

static const struct leftoff_web_asset assets[] = {
    ASSET("openapi.json", asset_openapi_json),
    ASSET("web/add-places.js", asset_web_add_places_js),
    ASSET("web/api.js", asset_web_api_js),
    ASSET("web/app.css", asset_web_app_css),
    ASSET("web/app.js", asset_web_app_js),
    ASSET("web/bulk-changes.js", asset_web_bulk_changes_js),
    ASSET("web/capture.html", asset_web_capture_html),
    ASSET("web/capture.js", asset_web_capture_js),
    ASSET("web/continue.html", asset_web_continue_html),
    ASSET("web/copy-shell.html", asset_web_copy_shell_html),
    ASSET("web/copy-shell.js", asset_web_copy_shell_js),
    ASSET("web/elements.js", asset_web_elements_js),
    ASSET("web/event-stream.js", asset_web_event_stream_js),
    ASSET("web/events.js", asset_web_events_js),
    ASSET("web/first-list.js", asset_web_first_list_js),
    ASSET("web/icon.svg", asset_web_icon_svg),
    ASSET("web/import-plan.js", asset_web_import_plan_js),
    ASSET("web/index.html", asset_web_index_html),
    ASSET("web/install.html", asset_web_install_html),
    ASSET("web/install.js", asset_web_install_js),
    ASSET("web/link-rows.js", asset_web_link_rows_js),
    ASSET("web/links-state.js", asset_web_links_state_js),
    ASSET("web/links.js", asset_web_links_js),
    ASSET("web/marks-merge.js", asset_web_marks_merge_js),
    ASSET("web/marks.js", asset_web_marks_js),
    ASSET("web/motion-frames.js", asset_web_motion_frames_js),
    ASSET("web/motion.js", asset_web_motion_js),
    ASSET("web/new-places.js", asset_web_new_places_js),
    ASSET("web/notices.js", asset_web_notices_js),
    ASSET("web/order.js", asset_web_order_js),
    ASSET("web/place-display.js", asset_web_place_display_js),
    ASSET("web/place.js", asset_web_place_js),
    ASSET("web/problem.html", asset_web_problem_html),
    ASSET("web/queue-bulk.js", asset_web_queue_bulk_js),
    ASSET("web/queue-rows.js", asset_web_queue_rows_js),
    ASSET("web/queue-state.js", asset_web_queue_state_js),
    ASSET("web/queue.js", asset_web_queue_js),
    ASSET("web/restore.html", asset_web_restore_html),
    ASSET("web/restore.js", asset_web_restore_js),
    ASSET("web/sample.css", asset_web_sample_css),
    ASSET("web/sample.html", asset_web_sample_html),
    ASSET("web/sample.js", asset_web_sample_js),
    ASSET("web/session.js", asset_web_session_js),
    ASSET("web/sessions.js", asset_web_sessions_js),
    ASSET("web/settings.js", asset_web_settings_js),
    ASSET("web/sheets.js", asset_web_sheets_js),
    ASSET("web/shelf-bulk.js", asset_web_shelf_bulk_js),
    ASSET("web/shelf-changes.js", asset_web_shelf_changes_js),
    ASSET("web/shelf-events.js", asset_web_shelf_events_js),
    ASSET("web/shelf-filters.js", asset_web_shelf_filters_js),
    ASSET("web/shelf-keys.js", asset_web_shelf_keys_js),
    ASSET("web/shelf-list.js", asset_web_shelf_list_js),
    ASSET("web/shelf-parts.js", asset_web_shelf_parts_js),
    ASSET("web/shelf-row.js", asset_web_shelf_row_js),
    ASSET("web/shelf-selection.js", asset_web_shelf_selection_js),
    ASSET("web/shelf-state.js", asset_web_shelf_state_js),
    ASSET("web/shelf-tools.css", asset_web_shelf_tools_css),
    ASSET("web/shelf-window.js", asset_web_shelf_window_js),
    ASSET("web/shelf.css", asset_web_shelf_css),
    ASSET("web/shelf.js", asset_web_shelf_js),
    ASSET("web/shortcuts.js", asset_web_shortcuts_js),
    ASSET("web/signed-in.html", asset_web_signed_in_html),
    ASSET("web/signed-in.js", asset_web_signed_in_js),
    ASSET("web/signin.html", asset_web_signin_html),
    ASSET("web/text.js", asset_web_text_js),
    ASSET("web/trash.js", asset_web_trash_js),
    ASSET("web/windows.js", asset_web_windows_js),
};

size_t leftoff_web_asset_count(void) { return sizeof(assets) / sizeof(assets[0]); }

struct leftoff_web_asset leftoff_web_asset_at(size_t index) { return assets[index]; }
