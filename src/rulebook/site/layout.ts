// Sizes of the shell and the tool page (document 1 §2, §9; document 2 §2, §9; U-48).

export const NAVBAR_HEIGHT_PX = 64
export const NAVBAR_MOBILE_HEIGHT_PX = 56
export const BREAKPOINTS_PX = [768, 1024, 1280] as const
export const USER_DROPDOWN_WIDTH_PX = 240
/** The parameter panel stands on the right and takes 3 of 10 columns. */
export const TOOL_PAGE_COLUMNS = 10
export const PARAMETER_PANEL_COLUMNS = 3
