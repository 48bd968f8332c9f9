-- Opens arm.urdf in neovim's own client, follows a finding to its fix, and renames a link.
local function say(text) io.stdout:write(text .. "\n") end
local function wait(what, condition)
  if not vim.wait(30000, condition, 20) then say("waited in vain for " .. what) vim.cmd("cquit 1") end
end
local function go_to(pattern, column)
  vim.fn.cursor(1, 1)
  vim.fn.search(pattern)
  local place = vim.api.nvim_win_get_cursor(0)
  vim.api.nvim_win_set_cursor(0, {place[1], place[2] + column})
end

vim.cmd("edit arm.urdf")
local buffer = vim.api.nvim_get_current_buf()
local id = vim.lsp.start_client({name = "romas-lsp", cmd = {vim.env.ROMAS_LSP}, root_dir = vim.fn.getcwd()})
vim.lsp.buf_attach_client(buffer, id)
wait("the server", function() return vim.lsp.buf_get_clients(buffer)[id] ~= nil end)

local function misspelt()
  for _, found in ipairs(vim.diagnostic.get(buffer)) do
    if found.message:find("efort", 1, true) then return found end
  end
end
wait("findings", misspelt)
say("finding: " .. misspelt().message)

local function ask(method, more)
  local parameters = vim.tbl_extend("force", vim.lsp.util.make_position_params(), more or {})
  local answers = vim.lsp.buf_request_sync(buffer, method, parameters, 30000)
  return answers[id].result
end
go_to('link name="upper"', 13)
say("hover: " .. ask("textDocument/hover").contents.value)
go_to('mimic joint="shoulder"', 15)
say("definition: " .. ask("textDocument/definition")[1].range.start.line + 1)

go_to("efort", 1)
for _, action in ipairs(ask("textDocument/codeAction", {
  range = vim.lsp.util.make_range_params().range, context = {only = {"quickfix"}, diagnostics = {}}})) do
  if action.title:find("^replace") then vim.lsp.util.apply_workspace_edit(action.edit, "utf-16") end
end
local function text() return table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), "\n") end
wait("the fix", function() return not text():find("efort", 1, true) end)
say("fixed: " .. text():match('upper="1" (%w+)'))

go_to('link name="upper"', 13)
vim.lsp.buf.rename("forearm")
wait("the new name", function() return text():find('reference="forearm"', 1, true) ~= nil end)
say("renamed")
vim.cmd("write")
vim.lsp.stop_client(id)
vim.cmd("qall!")
