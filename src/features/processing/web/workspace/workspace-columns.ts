// Picture and panel share the width as the documents say (document 2 §2).
import type { CSSProperties } from 'react'
import { PARAMETER_PANEL_COLUMNS, TOOL_PAGE_COLUMNS } from '#rulebook/site/layout.ts'

export const WORKSPACE_COLUMNS = {
  '--picture-columns': `${TOOL_PAGE_COLUMNS - PARAMETER_PANEL_COLUMNS}fr`,
  '--panel-columns': `${PARAMETER_PANEL_COLUMNS}fr`,
} as CSSProperties
