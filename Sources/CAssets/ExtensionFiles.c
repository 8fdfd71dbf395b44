// Embeds the files of the browser extension (C23, section 6.10.4). A new file is added here twice, to the arrays and to
// the list; a test of PageScripts compares the list with the directories.

#include "PageScripts.h"

static const unsigned char automatic_html[] = {
#embed "../../js/extension/automatic.html"
    , 0};
static const unsigned char automatic_options_js[] = {
#embed "../../js/generated/extension/automatic-options.js"
    , 0};
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
static const unsigned char copy_html[] = {
#embed "../../js/extension/copy.html"
    , 0};
static const unsigned char copy_js[] = {
#embed "../../js/generated/extension/copy.js"
    , 0};
static const unsigned char offer_js[] = {
#embed "../../js/generated/extension/offer.js"
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
static const unsigned char reading_js[] = {
#embed "../../js/generated/extension/reading.js"
    , 0};
static const unsigned char resume_html[] = {
#embed "../../js/extension/resume.html"
    , 0};
static const unsigned char resume_page_js[] = {
#embed "../../js/generated/extension/resume-page.js"
    , 0};
static const unsigned char service_page_js[] = {
#embed "../../js/extension/service-page.js"
    , 0};
static const unsigned char tab_html[] = {
#embed "../../js/extension/tab.html"
    , 0};
static const unsigned char tab_js[] = {
#embed "../../js/generated/extension/tab.js"
    , 0};
static const unsigned char welcome_html[] = {
#embed "../../js/extension/welcome.html"
    , 0};
static const unsigned char welcome_js[] = {
#embed "../../js/generated/extension/welcome.js"
    , 0};
static const unsigned char windows_html[] = {
#embed "../../js/extension/windows.html"
    , 0};
static const unsigned char windows_page_js[] = {
#embed "../../js/generated/extension/windows-page.js"
    , 0};

static const struct leftoff_extension_file files[] = {
    {"automatic.html", automatic_html, sizeof automatic_html - 1},
    {"automatic-options.js", automatic_options_js, sizeof automatic_options_js - 1},
    {"background.js", background_js, sizeof background_js - 1},
    {"icons/icon-128.png", icons_icon_128_png, sizeof icons_icon_128_png - 1},
    {"icons/icon-16.png", icons_icon_16_png, sizeof icons_icon_16_png - 1},
    {"icons/icon-32.png", icons_icon_32_png, sizeof icons_icon_32_png - 1},
    {"icons/icon-48.png", icons_icon_48_png, sizeof icons_icon_48_png - 1},
    {"manifest.json", manifest_json, sizeof manifest_json - 1},
    {"copy.html", copy_html, sizeof copy_html - 1},
    {"copy.js", copy_js, sizeof copy_js - 1},
    {"offer.js", offer_js, sizeof offer_js - 1},
    {"open.html", open_html, sizeof open_html - 1},
    {"open.js", open_js, sizeof open_js - 1},
    {"pair.html", pair_html, sizeof pair_html - 1},
    {"pair.js", pair_js, sizeof pair_js - 1},
    {"popup.css", popup_css, sizeof popup_css - 1},
    {"popup.html", popup_html, sizeof popup_html - 1},
    {"popup.js", popup_js, sizeof popup_js - 1},
    {"reading.js", reading_js, sizeof reading_js - 1},
    {"resume-page.js", resume_page_js, sizeof resume_page_js - 1},
    {"resume.html", resume_html, sizeof resume_html - 1},
    {"service-page.js", service_page_js, sizeof service_page_js - 1},
    {"tab.html", tab_html, sizeof tab_html - 1},
    {"tab.js", tab_js, sizeof tab_js - 1},
    {"welcome.html", welcome_html, sizeof welcome_html - 1},
    {"welcome.js", welcome_js, sizeof welcome_js - 1},
    {"windows-page.js", windows_page_js, sizeof windows_page_js - 1},
    {"windows.html", windows_html, sizeof windows_html - 1},
};

size_t leftoff_extension_file_count(void) { return sizeof files / sizeof files[0]; }

struct leftoff_extension_file leftoff_extension_file_at(size_t index) { return files[index]; }
