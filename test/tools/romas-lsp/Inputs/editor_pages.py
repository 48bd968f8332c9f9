"""Runs the settings for neovim and Emacs that the pages show, and prints the first finding of each file."""

import os
import pathlib
import re
import subprocess
import sys
import tomllib

PAGES, FOLDER, PROGRAMS = map(pathlib.Path, sys.argv[1:])
FILES = ["robot.urdf", "robot.romas"]
# neovim 0.7 has no vim.lsp.start: one client a name, to which buffers are attached, as the manual of 0.8 describes it.
NEOVIM = """
local clients = {}
vim.lsp.start = vim.lsp.start or function(config)
  clients[config.name] = clients[config.name] or vim.lsp.start_client(config)
  vim.lsp.buf_attach_client(vim.api.nvim_get_current_buf(), clients[config.name])
end
dofile("settings.lua")
for _, name in ipairs({%s}) do
  vim.cmd("edit " .. name)
  local found = function() return vim.diagnostic.get(0)[1] end
  if not vim.wait(30000, found, 20) then io.stdout:write("waited in vain\\n") vim.cmd("cquit 1") end
  io.stdout:write("%s: " .. name .. ": " .. found().message:gsub("\\n.*", "") .. "\\n")
end
vim.lsp.stop_client(vim.lsp.get_active_clients())
vim.cmd("qall!")
"""
EMACS = """
(package-initialize)
(require 'nxml-mode)
(setq eglot-sync-connect t)
(load-file "settings.el")
(dolist (name '(%s))
  (find-file name)
  (run-hooks 'post-command-hook)
  (flymake-mode 1)
  (flymake-start)
  (let ((left 300))
    (while (and (> left 0) (not (flymake-diagnostics)))
      (accept-process-output nil 0.1)
      (setq left (1- left))))
  (message "Emacs: %%s: %%s" name (flymake-diagnostic-text (car (flymake-diagnostics)))))
(eglot-shutdown-all)
"""


def blocks(page, language):
    return re.findall(rf"```{language}\n(.*?)```", (PAGES / page).read_text(encoding="utf-8"), re.S)


def run(command):
    home = {name: str(FOLDER) for name in ["HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"]}
    environment = {**os.environ, **home, "PATH": f"{PROGRAMS}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(command, cwd=FOLDER, env=environment, text=True, timeout=180, check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    print(done.stdout)
    assert done.returncode == 0, command


tried = 0
quoted = [f'"{name}"' for name in FILES]
new, old = blocks("neovim.md", "lua")
for version, settings in [("neovim 0.8", new), ("neovim 0.7", old)]:
    (FOLDER / "settings.lua").write_text(settings, encoding="utf-8")
    (FOLDER / "run.lua").write_text(NEOVIM % (", ".join(quoted), version), encoding="utf-8")
    run(["nvim", "--headless", "-u", "NONE", "-c", "luafile run.lua"])
    tried += 1
(settings,) = blocks("emacs.md", "lisp")
(FOLDER / "settings.el").write_text(settings, encoding="utf-8")
(FOLDER / "run.el").write_text(EMACS % " ".join(quoted), encoding="utf-8")
run(["emacs", "--batch", "-l", "run.el"])
tried += 1

# The two lines that ./x demo prints for each, with the server of this build.
said = subprocess.run([PAGES.parent.parent / "x", "editors"], capture_output=True, text=True, check=True).stdout
said = re.sub(r"[^\"]*/build/bin/romas-lsp", str(PROGRAMS / "romas-lsp"), said)
lines = {place.split(",")[0]: two for place, two in re.findall(r"^(\S.*):\n((?:  .*\n){2})", said, re.M)}
assert list(lines) == ["neovim", "Emacs", "Helix", "Visual Studio Code"], lines
(FOLDER / "settings.lua").write_text(lines["neovim"], encoding="utf-8")
(FOLDER / "run.lua").write_text(NEOVIM % (", ".join(quoted), "two lines"), encoding="utf-8")
run(["nvim", "--headless", "-u", "NONE", "-c", "luafile run.lua"])
(FOLDER / "settings.el").write_text("(require 'eglot)" + lines["Emacs"], encoding="utf-8")
(FOLDER / "run.el").write_text(EMACS % quoted[0], encoding="utf-8")
run(["emacs", "--batch", "-l", "run.el"])
helix = tomllib.loads(lines["Helix"])
assert helix["language-server"]["romas-lsp"]["command"] == str(PROGRAMS / "romas-lsp"), helix
assert helix["language"][0]["language-servers"] == ["romas-lsp"] and "urdf" in helix["language"][0]["file-types"], helix
tried += len(lines) - 1  # Visual Studio Code is tried by the tests of its extension
print("settings tried:", tried)
