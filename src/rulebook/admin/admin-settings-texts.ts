// Words of /admin/settings that no document quotes (document 2 §2, §4, §5 Admin; C-15, C-41, C-48, P-15, U-23, U-24).
import { ADMIN_CLEANUP_MONTHS, OPERATOR_LOG_RETENTION_DAYS } from '../site/retention.ts'
import { ANNOUNCEMENT_MAX_LENGTH } from './system-settings.ts'

export const ADMIN_SETTINGS_TEXTS = {
  intro: '开关随即生效；每次修改都会记入操作日志。',

  switches: '运行开关',
  on: '已启用',
  off: '未启用',
  emergencyStop: {
    title: '紧急停止',
    hint: '只停止所有 AI 处理：新的处理会被拒绝，且不扣积分；已经开始的处理会继续完成。登录、上传、历史记录和账单照常可用。',
    confirm: { on: '启用后，所有用户都不能开始新的处理，直到您关闭紧急停止。', off: '禁用后，用户可以重新开始处理。' },
  },
  maintenance: {
    title: '维护模式',
    hint: '用户只会看到维护页面；正在处理的图片会继续完成，或退回积分。管理员仍可登录并使用全部功能。',
    confirm: {
      on: '启用后，用户将无法使用系统，直到您关闭维护模式。您仍可登录。',
      off: '禁用后，用户可以重新使用系统。',
    },
  },
  form: '系统配置',
  formLead: '修改后点击保存才会生效。',
  apiRateLimit: {
    label: 'API 速率限制（次/分钟）',
    hint: '每位用户每分钟最多发起多少次上传、处理和修改，浏览与下载不计；{min} 至 {max}，默认 {default}。',
  },
  maxDailyCreditsPerUser: {
    label: '每日积分上限（积分/人）',
    hint: '每位用户每天最多使用多少积分，按标价计算，对不限量的账户同样有效，{min} 至 {max}，默认 {default}。',
  },
  announcement: {
    label: '系统公告',
    hint: `显示在所有页面的导航栏下方，只作为纯文本，最多 ${ANNOUNCEMENT_MAX_LENGTH} 个字符；留空则不显示。`,
    count: '{n} / {max} 个字符',
    preview: '预览',
  },
  save: '保存设置',
  discard: '放弃修改',
  unsaved: '有未保存的修改',
  leave: {
    title: '离开此页？',
    question: '有未保存的修改，离开后会丢失。',
    stay: '继续编辑',
    go: '放弃并离开',
  },
  tools: '维护工具',
  cleanup: {
    title: '清理旧数据',
    hint: `删除 ${ADMIN_CLEANUP_MONTHS} 个月前的操作日志和早已过期的验证码，不涉及用户的图片、记录、账单或积分。隐私政策写明后台操作日志保留 ${OPERATOR_LOG_RETENTION_DAYS} 天，到期会自动删除，通常不需要提前清理。`,
    action: '开始清理',
    result: '已删除 {n} 条操作日志。',
  },
  optimise: {
    title: '数据库优化',
    hint: '更新统计信息并回收已删除数据占用的空间，期间服务照常运行。',
    action: '开始优化',
    done: '数据库优化完成',
    result: '已整理 {tables} 张表，耗时 {seconds} 秒；数据库大小 {before} → {after}。',
  },
} as const
