"""Progress of the index and of long work: for clients that want it, under tokens that they know, from begin to end."""

import pathlib
import sys

from lsp_client import Client, uri

SERVER, FOLDER = sys.argv[1], pathlib.Path(sys.argv[2]).resolve()
ROBOT = FOLDER / "urdf" / "cell.urdf.xacro"
SHOWS = {"window": {"workDoneProgress": True}}


class Picky(Client):
    """Answers requests for tokens, and notes what is shown under each."""

    def __init__(self, *given, agrees=True, **more):
        self.agrees, self.agreed = agrees, set()
        super().__init__(*given, **more)

    def take(self, timeout=60):
        message = self.arrived.get(timeout=timeout)
        if message is not None and message.get("method") == "window/workDoneProgress/create":
            self.asked.append(message)
            answer = {"result": None} if self.agrees else {"error": {"code": -32603, "message": "no"}}
            self.agreed |= {message["params"]["token"]} if self.agrees else set()
            self.send({"id": message["id"], **answer})
            return message
        if message is not None and message.get("method") == "$/progress":
            assert message["params"]["token"] in self.agreed, message
        self.arrived.queue.appendleft(message)
        return super().take(timeout)

    def shown(self):
        """Titles and kinds by token, in order."""
        tokens = {}
        for message in self.notifications:
            if message["method"] == "$/progress":
                value = message["params"]["value"]
                tokens.setdefault(message["params"]["token"], []).append(value)
        return tokens


def check_sequence(values):
    kinds = [value["kind"] for value in values]
    assert kinds[0] == "begin" and kinds[-1] == "end" and set(kinds[1:-1]) <= {"report"}, kinds


# --- the index is shown, with how much of it is done ---
client = Picky(SERVER, capabilities=SHOWS, folder=FOLDER)
while not any(values[-1]["kind"] == "end" for values in client.shown().values()):
    client.take()
(values,) = client.shown().values()
check_sequence(values)
assert values[0]["title"] == "Looking through the workspace" and values[0]["percentage"] == 0, values
reports = [value["percentage"] for value in values if value["kind"] == "report"]
assert reports == sorted(reports) and all(0 <= value <= 100 for value in reports), reports
# Short work is not shown, with a token or without.
client.open(ROBOT)
client.agreed.add("mine")
symbols = {"textDocument": {"uri": uri(ROBOT)}, "workDoneToken": "mine"}
assert client.request("textDocument/documentSymbol", symbols)
assert len(client.shown()) == 1, client.shown()
assert client.end() == 0

# --- work that takes longer than the client wants to wait, here any, is shown under the token of its request ---
client = Picky(SERVER, capabilities=SHOWS, options={"progressAfter": 0})
client.agreed |= {"mine", 7}
client.open(ROBOT)
for token in ("mine", 7):
    client.change(ROBOT, 2, [{"text": ROBOT.read_text()}])
    assert client.request("textDocument/documentSymbol", {**symbols, "workDoneToken": token})
    check_sequence(client.shown()[token])
    assert "percentage" not in client.shown()[token][0]
client.request("textDocument/documentSymbol", symbols)
assert client.end() == 0
assert all(values[-1]["kind"] == "end" for values in client.shown().values()), client.shown()

# --- a client that refuses a token, or cannot show anything, is told nothing ---
client = Picky(SERVER, capabilities=SHOWS, folder=FOLDER, options={"progressAfter": 0}, agrees=False)
client.open(ROBOT)
client.wait_for_diagnostics(ROBOT)
assert client.end() == 0
assert client.shown() == {} and len(client.asked) >= 1, client.shown()
client = Picky(SERVER, folder=FOLDER, options={"progressAfter": 0})
client.open(ROBOT)
client.wait_for_diagnostics(ROBOT)
assert client.end() == 0
assert client.shown() == {} and client.asked == [], (client.shown(), client.asked)

# --- settings that are none are said so ---
try:
    Client(SERVER, options={"progressAfter": "soon"})
except RuntimeError as error:
    assert "initializationOptions.progressAfter" in str(error), error
else:
    raise AssertionError("a wrong setting is taken")
