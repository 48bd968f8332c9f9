-- The parts of a session in neovim's own client that tests share: it says lines, waits, edits a file with the server, and goes to a text.
local function say(text) io.stdout:write(text .. "\n") end
local function wait(what, condition)
  if not vim.wait(30000, condition, 20) then say("waited in vain for " .. what) vim.cmd("cquit 1") end
end
local session = {}
local function edit(file)
  vim.cmd("edit " .. file)
  local buffer = vim.api.nvim_get_current_buf()
  session.client = session.client or vim.lsp.start_client({name = "romas-lsp", cmd = {vim.env.ROMAS_LSP}, root_dir = vim.fn.getcwd()})
  vim.lsp.buf_attach_client(buffer, session.client)
  wait("the server", function() return vim.lsp.buf_get_clients(buffer)[session.client] ~= nil end)
  return buffer
end
local function go_to(pattern, column)
  vim.fn.cursor(1, 1)
  if vim.fn.search(pattern) == 0 then say("not found: " .. pattern) vim.cmd("cquit 1") end
  local place = vim.api.nvim_win_get_cursor(0)
  vim.api.nvim_win_set_cursor(0, {place[1], place[2] + column})
end
session.say, session.wait, session.edit, session.go_to = say, wait, edit, go_to
return session
