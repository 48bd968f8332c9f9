-- A working session in neovim's own client on a xacro robot with its SRDF and controllers: a mistake is typed and mended, a joint
-- renamed from the SRDF and back, from its macro. Says what a user would see, a line each.
local function say(text) io.stdout:write(text .. "\n") end
local function wait(what, condition)
  if not vim.wait(30000, condition, 20) then say("waited in vain for " .. what) vim.cmd("cquit 1") end
end
local client
local function edit(file)
  vim.cmd("edit " .. file)
  local buffer = vim.api.nvim_get_current_buf()
  client = client or vim.lsp.start_client({name = "romas-lsp", cmd = {vim.env.ROMAS_LSP}, root_dir = vim.fn.getcwd()})
  vim.lsp.buf_attach_client(buffer, client)
  wait("the server", function() return vim.lsp.buf_get_clients(buffer)[client] ~= nil end)
  return buffer
end
local function go_to(pattern, column)
  vim.fn.cursor(1, 1)
  if vim.fn.search(pattern) == 0 then say("not found: " .. pattern) vim.cmd("cquit 1") end
  local place = vim.api.nvim_win_get_cursor(0)
  vim.api.nvim_win_set_cursor(0, {place[1], place[2] + column})
end
local function misspelt()
  for _, found in ipairs(vim.diagnostic.get(0)) do
    if found.message:find("efort", 1, true) then return found end
  end
end
local function has(text)
  return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\n"):find(text, 1, true) ~= nil
end

edit("urdf/arm.xacro")
go_to('effort="10"', 1)
vim.cmd("normal! x")
wait("the finding", misspelt)
say("finding: " .. misspelt().message)
vim.ui.select = function(items, options, chosen)
  for _, item in ipairs(items) do
    if options.format_item(item):find("^replace") then return chosen(item) end
  end
  say("no action replaces it")
end
vim.lsp.buf.code_action({context = {diagnostics = vim.lsp.diagnostic.get_line_diagnostics()}})
wait("no such finding", function() return has('effort="10"') and misspelt() == nil end)
say("mended")

edit("config/cell.srdf")
go_to('joint name="right_elbow"', 14)
vim.lsp.buf.rename("right_knee")
wait("the new name", function() return has("right_knee") end)
vim.cmd("wall")
vim.fn.mkdir(vim.env.BETWEEN, "p")
vim.fn.system("cp -r . " .. vim.env.BETWEEN)
say("renamed")

edit("urdf/arm.xacro")
go_to('joint name="${side}_knee"', 22)
vim.lsp.buf.rename("left_elbow")
wait("the old name", function() return has("${side}_elbow") end)
vim.cmd("wall")
say("renamed back")
vim.lsp.stop_client(client)
vim.cmd("qall!")
