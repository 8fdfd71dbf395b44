"""Extracts the URLs in CSS by its grammar, with tinycss2, including those in declarations that a browser ignores."""

import tinycss2


def addresses(texts):
    """Returns the addresses in style sheets and declarations."""
    found = set()
    for text in texts:
        collect(tinycss2.parse_component_value_list(text, skip_comments=True), found)
    return found


def collect(tokens, found, strings=False):
    imports = False
    for token in tokens:
        if token.type == "url" or token.type == "string" and (strings or imports):
            found.add(token.value)
        elif token.type == "function":
            collect(token.arguments, found, token.lower_name in ("url", "src", "image-set", "-webkit-image-set"))
        elif token.type in ("{} block", "[] block", "() block"):
            collect(token.content, found)
        if token.type == "at-keyword":
            imports = token.lower_value == "import"
        elif token.type != "whitespace":
            imports = False
