-- PR2 as xacro in neovim's own client: a finding in a macro is followed to the YAML file that causes it and mended there;
-- then a link is renamed in xacro, SRDF and YAML. Says what a user would see, a line each.
local session = dofile(debug.getinfo(1, "S").source:match("@?(.*/)") .. "neovim_client.lua")
local say, wait, edit, go_to = session.say, session.wait, session.edit, session.go_to
local function ask(method, more)
  local parameters = vim.tbl_extend("force", vim.lsp.util.make_position_params(), more or {})
  local answers = vim.lsp.buf_request_sync(0, method, parameters, 30000)
  return answers[session.client].result
end
local function here()
  return vim.fn.fnamemodify(vim.api.nvim_buf_get_name(0), ":t") .. ":" .. vim.trim(vim.api.nvim_get_current_line())
end
-- The finding, in whichever buffer it is.
local function misspelt()
  for _, found in ipairs(vim.diagnostic.get(nil)) do
    if found.severity == vim.diagnostic.severity.ERROR and found.message:find("torso_lift_lnk", 1, true) then return found end
  end
end

edit("robots/pr2.urdf.xacro")
wait("findings", misspelt)
local found = misspelt()
say("finding: " .. found.message)
edit(vim.api.nvim_buf_get_name(found.bufnr))
wait("the finding in the macro", misspelt)
-- As `]d` does.
local function go_to_finding() vim.api.nvim_win_set_cursor(0, {misspelt().lnum + 1, misspelt().col}) end
go_to_finding()
say("in the macro: " .. here())
local macro = vim.fn.getline(vim.fn.search("<xacro:macro", "bnW"))
say("which is: " .. vim.trim(macro) .. (vim.fn.search("</xacro:macro", "nW") > 0 and "" or ", and is closed before"))

local cause = ask("textDocument/definition")
vim.lsp.util.jump_to_location(cause[1], "utf-16")
say("caused by: " .. here())
edit(vim.api.nvim_buf_get_name(0))

-- The list of actions as neovim asks for them, with the finding; a person chooses from it.
edit("urdf/head_v0/head.urdf.xacro")
go_to_finding()
vim.ui.select = function(items, options, chosen)
  for _, item in ipairs(items) do
    if options.format_item(item):find("^replace") then
      say("action: " .. options.format_item(item))
      return chosen(item)
    end
  end
  say("no action replaces it")
end
vim.lsp.buf.code_action({context = {diagnostics = vim.lsp.diagnostic.get_line_diagnostics()}})
wait("no such finding", function() return misspelt() == nil end)
vim.cmd("edit config/mounts.yaml")
go_to("parent", 0)
say("fixed: " .. here())

edit("config/pr2.srdf")
wait("the names of the SRDF", function() go_to("tip_link", 12) return #ask("textDocument/definition") > 0 end)
vim.lsp.buf.rename("head_pan_body")
wait("the new name", function() return vim.fn.search("head_pan_body") ~= 0 end)
for _, buffer in ipairs(vim.api.nvim_list_bufs()) do
  local name = vim.fn.fnamemodify(vim.api.nvim_buf_get_name(buffer), ":t")
  for number, line in ipairs(vim.api.nvim_buf_get_lines(buffer, 0, -1, false)) do
    if line:find("_body", 1, true) then say("renamed: " .. name .. ":" .. number) end
  end
end
vim.cmd("wall")
vim.lsp.stop_client(session.client)
vim.cmd("qall!")
