// Embeds the files of the browser extension (C23, section 6.10.4). A new file is added here twice, to the arrays and to
// the list; a test of PageScripts compares the list with the directories.

#include "CPageScripts.h"

static const unsigned char background_js[] = {
#embed "../../js/generated/extension/background.js"
    , 0};
static const unsigned char icons_icon_128_png[] = {
#embed "../../js/extension/icons/icon-128.png"
    , 0};
static const unsigned char icons_icon_16_png[] = {
#embed "../../js/extension/icons/icon-16.png"
    , 0};
static const unsigned char icons_icon_32_png[] = {
#embed "../../js/extension/icons/icon-32.png"
    , 0};
static const unsigned char icons_icon_48_png[] = {
#embed "../../js/extension/icons/icon-48.png"
    , 0};
static const unsigned char manifest_json[] = {
#embed "../../js/extension/manifest.json"
    , 0};
static const unsigned char open_html[] = {
#embed "../../js/extension/open.html"
    , 0};
static const unsigned char open_js[] = {
#embed "../../js/generated/extension/open.js"
    , 0};
static const unsigned char pair_html[] = {
#embed "../../js/extension/pair.html"
    , 0};
static const unsigned char pair_js[] = {
#embed "../../js/generated/extension/pair.js"
    , 0};
static const unsigned char popup_css[] = {
#embed "../../js/extension/popup.css"
    , 0};
static const unsigned char popup_html[] = {
#embed "../../js/extension/popup.html"
    , 0};
static const unsigned char popup_js[] = {
#embed "../../js/generated/extension/popup.js"
    , 0};
static const unsigned char service_page_js[] = {
#embed "../../js/extension/service-page.js"
    , 0};
static const unsigned char welcome_html[] = {
#embed "../../js/extension/welcome.html"
    , 0};
static const unsigned char welcome_js[] = {
#embed "../../js/generated/extension/welcome.js"
    , 0};

static const struct leftoff_extension_file files[] = {
    {"background.js", background_js, sizeof background_js - 1},
    {"icons/icon-128.png", icons_icon_128_png, sizeof icons_icon_128_png - 1},
    {"icons/icon-16.png", icons_icon_16_png, sizeof icons_icon_16_png - 1},
    {"icons/icon-32.png", icons_icon_32_png, sizeof icons_icon_32_png - 1},
    {"icons/icon-48.png", icons_icon_48_png, sizeof icons_icon_48_png - 1},
    {"manifest.json", manifest_json, sizeof manifest_json - 1},
    {"open.html", open_html, sizeof open_html - 1},
    {"open.js", open_js, sizeof open_js - 1},
    {"pair.html", pair_html, sizeof pair_html - 1},
    {"pair.js", pair_js, sizeof pair_js - 1},
    {"popup.css", popup_css, sizeof popup_css - 1},
    {"popup.html", popup_html, sizeof popup_html - 1},
    {"popup.js", popup_js, sizeof popup_js - 1},
    {"service-page.js", service_page_js, sizeof service_page_js - 1},
    {"welcome.html", welcome_html, sizeof welcome_html - 1},
    {"welcome.js", welcome_js, sizeof welcome_js - 1},
};

size_t leftoff_extension_file_count(void) { return sizeof files / sizeof files[0]; }

struct leftoff_extension_file leftoff_extension_file_at(size_t index) { return files[index]; }
