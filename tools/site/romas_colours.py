"""The colours of code on the site, light and dark. Each is readable on its ground: a contrast of 4.5 at least, which
a test measures."""
from pygments.style import Style
from pygments.token import Comment, Error, Generic, Keyword, Name, Number, Operator, Punctuation, String, Token


def styles(text, comment, keyword, type_, name, attribute, string, number, error):
    return {
        Token: text,
        Comment: f"italic {comment}",
        Comment.Preproc: f"noitalic {keyword}",
        Keyword: keyword,
        Keyword.Type: type_,
        Keyword.Constant: number,
        Name.Function: name,
        Name.Class: name,
        Name.Builtin: type_,
        Name.Tag: keyword,
        Name.Attribute: attribute,
        Name.Variable: attribute,
        Name.Decorator: name,
        Operator: text,
        Operator.Word: keyword,
        Punctuation: text,
        String: string,
        String.Escape: number,
        Number: number,
        Error: text,
        Generic.Prompt: f"bold {comment}",
        Generic.Output: text,
        Generic.Deleted: error,
        Generic.Inserted: string,
        Generic.Heading: f"bold {name}",
        Generic.Subheading: f"bold {name}",
        Generic.Error: error,
    }


class Light(Style):
    background_color = "#f6f7f9"
    styles = styles("#24292f", "#5d6671", "#9a2463", "#0b5d7a", "#1f4fb0", "#7a4a00", "#1f6b3a", "#7a3e9d", "#b3261e")


class Dark(Style):
    background_color = "#1b1e23"
    styles = styles("#dfe3e8", "#9aa4b0", "#f08cc0", "#7cc7e8", "#8fb4ff", "#e2b36b", "#8fd19e", "#cfa4f0", "#ff9a90")
