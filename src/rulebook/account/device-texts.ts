// Words of the list of signed-in devices (wording ours).

export const DEVICE_TEXTS = {
  title: '登录设备',
  lead: '以下设备已登录您的账户。如有不认识的设备，请将其退出并修改密码。',
  unknownBrowser: '未知浏览器',
  unknownSystem: '未知系统',
  unknownNetwork: '未知网络',
  current: '这台设备',
  lastSeen: '最近使用：{time}',
  network: '网络：{place}',
  signOut: '退出',
  signOutNamed: '退出设备：{name}',
  signOutOthers: '退出其他所有设备',
  /** Decision 0051. */
  delay: '退出后，该设备随即失去访问权限。',
  signedOut: '已退出该设备',
  othersSignedOut: '已退出其他 {n} 台设备',
  onlyThis: '没有其他已登录的设备',
  loading: '正在加载登录设备…',
  failed: '登录设备加载失败',
} as const
