// What WeChat's own browser and its program for computers call themselves.
export const WECHAT_ON_A_PHONE =
  'Mozilla/5.0 (Linux; Android 14; V2309A) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/116.0.0.0 XWEB/1160065 MMWEBSDK/20231202 Mobile Safari/537.36 MicroMessenger/8.0.47.2560(0x28002F30)'
export const WECHAT_ON_A_COMPUTER =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36 NetType/WIFI MicroMessenger/7.0.20.1781(0x6700143B) WindowsWechat(0x63090a13)'
