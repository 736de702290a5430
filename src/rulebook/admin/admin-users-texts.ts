// Words of /admin/users and of the admin session that no document quotes (document 2 §2, §4; C-04, P-28).
export const ADMIN_USERS_TEXTS = {
  intro: '查找用户，修改类型、积分和状态；每次修改都会记入操作日志。',
  filters: '筛选用户',
  search: '搜索邮箱或用户名',
  clearSearch: '清除搜索',
  type: '用户类型',
  anyType: '全部类型',
  status: '状态',
  anyStatus: '全部状态',
  clearFilters: '清除筛选',
  total: '共 {n} 位用户',
  empty: '还没有用户',
  noMatch: '没有符合条件的用户',

  table: '用户列表',
  columns: {
    user: '用户',
    type: '类型',
    status: '状态',
    credits: '积分（剩余 / 总计）',
    registered: '注册时间',
    active: '最近活跃',
    actions: '操作',
  },
  /** Beside an account whose owner asked for its end (decision 0058). */
  ends: '{time} 删除',
  credits: '{remaining} / {total}',
  noEmail: '无邮箱',

  edit: '编辑',
  editOf: '编辑 {name}',
  resetPassword: '重置密码',
  resetPasswordOf: '重置密码 {name}',
  more: '更多',
  moreOf: '{name} 的更多操作',

  editTitle: '编辑用户',
  editType: '用户类型',
  editCredits: '剩余积分',
  editReason: '修改原因',
  editReasonHint: '会记入操作日志，不会显示给用户。',
  keepsType: '{type}（保持不变）',
  creditsAfter: '已使用 {used} 积分不变，保存后总积分为 {total}。',
  changedMeanwhile: '最新数值：{type}，剩余 {credits} 积分。再次保存即以此为准。',
  nothingChanged: '没有需要保存的修改',
  save: '保存',

  statusTitle: '{action}用户',
  statusQuestions: {
    suspended: '暂停后，该用户仍可登录、查看历史和下载，但不能开始新的处理或购买。',
    banned: '封禁后，该用户不能登录，已登录的设备随即失效；记录、账单和积分保留，图片仍到期删除。',
    active: '恢复后，该用户可以照常使用全部功能。',
  },
  statusReason: '原因',

  resetTitle: '重置密码',
  resetTarget: '收件邮箱：{email}',
  resetAction: '发送邮件',

  logCallFailed: 'log_admin_action failed; the action itself is logged by the server',
} as const

export const ADMIN_SESSION_TEXTS = {
  signInAgain: '重新登录',
  returnsHere: '重新登录后会回到此页面。',
  signOut: '退出登录',
} as const
