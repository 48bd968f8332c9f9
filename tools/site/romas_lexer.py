"""A Pygments lexer for the Romas language, whose rules are those of tools/editors/romas.tmLanguage.json.

It understands what that grammar uses of TextMate: match, begin and end, captures, include of the repository and of
$self. The earliest match counts, the end of the innermost region before its patterns.
"""
import functools
import json
import os
import re

from pygments.lexer import Lexer
from pygments.token import Comment, Error, Keyword, Name, Number, Operator, Punctuation, String, Text

GRAMMAR = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "editors", "romas.tmLanguage.json")

# The first row whose words begin the name of a scope counts.
TOKENS = [
    ("comment", Comment),
    ("string", String),
    ("constant.character.escape", String.Escape),
    ("constant.numeric", Number),
    ("constant", Keyword.Constant),
    ("keyword.other.unit", Keyword.Type),
    ("keyword.operator.word", Operator.Word),
    ("keyword.operator", Operator),
    ("keyword", Keyword),
    ("storage", Keyword.Declaration),
    ("support.function", Name.Builtin),
    ("support.type.property-name", Name.Attribute),
    ("support", Keyword.Type),
    ("entity.name.function", Name.Function),
    ("entity.name", Name.Class),
    ("punctuation", Punctuation),
    ("meta", Text),
    ("invalid", Error),
]


def token_of(scope, usual):
    return next((token for words, token in TOKENS if scope.startswith(words)), usual)


@functools.lru_cache(maxsize=None)
def compiled(pattern):
    return re.compile(pattern, re.M)


class RomasLexer(Lexer):
    name = "Romas"
    aliases = ["romas", "romas-error"]
    filenames = ["*.romas"]

    def __init__(self, **options):
        super().__init__(**options)
        with open(GRAMMAR, encoding="utf-8") as file:
            self.grammar = json.load(file)

    def rules(self, patterns):
        for rule in patterns:
            include = rule.get("include")
            if include == "$self":
                yield from self.rules(self.grammar["patterns"])
            elif include:
                yield from self.rules(self.grammar["repository"][include[1:]]["patterns"])
            else:
                yield rule

    def earliest(self, text, at, rules, end):
        """The match that comes first behind `at`, and its rule; the rule of the end is None."""
        best = (end.search(text, at), None) if end else (None, None)
        for rule in rules:
            match = compiled(rule.get("match") or rule["begin"]).search(text, at)
            if match and (best[0] is None or match.start() < best[0].start()):
                best = (match, rule)
        return best

    def get_tokens_unprocessed(self, text):
        outermost = (list(self.rules(self.grammar["patterns"])), None, Text)
        regions = [outermost]
        at = 0
        while at < len(text):
            rules, end, usual = regions[-1]
            match, rule = self.earliest(text, at, rules, end)
            if match is None:
                break
            if match.start() > at:
                yield at, usual, text[at : match.start()]
            if rule is None:
                regions.pop()
                token = usual
            else:
                token = token_of(rule.get("name", ""), usual)
            yield from self.tokens_of(match, rule or {}, token)
            if rule and "begin" in rule:
                ending = re.sub(r"\\(\d)", lambda number: re.escape(match.group(int(number.group(1)))), rule["end"])
                regions.append((list(self.rules(rule.get("patterns", []))), compiled(ending), token))
            if match.end() == match.start() == at and rule:  # a rule that takes nothing would never end
                yield at, usual, text[at]
                at += 1
            else:
                at = match.end()
        if at < len(text):
            yield at, regions[-1][2], text[at:]

    def tokens_of(self, match, rule, token):
        """The text of a match, of which captures have tokens of their own."""
        at = match.start()
        for number, capture in sorted(rule.get("captures", {}).items()):
            start, end = match.span(int(number))
            if start > at:
                yield at, token, match.string[at:start]
            if end > start:
                yield start, token_of(capture["name"], token), match.string[start:end]
                at = end
        if match.end() > at:
            yield at, token, match.string[at : match.end()]
