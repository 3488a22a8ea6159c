/** Words of sign-in. */
export const words = {
  signIn: '登录',
  signInHint: '使用平台账号登录',
  slogan: '文件、项目、任务与桌面，在同一处。',
  loginName: '用户名',
  password: '密码',
  showPassword: '显示密码',
  hidePassword: '隐藏密码',
  loginNameRequired: '请输入用户名',
  passwordRequired: '请输入密码',
  otherLanguage: 'English',
  configFailed: '登录所需的信息加载失败，请检查网络后重试。',
  signingIn: '正在自动登录…',
};
