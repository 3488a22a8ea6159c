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
  switchTitle: '切换账号？',
  switchQuestion:
    '您已登录为「{{name}}」。您打开的链接会用其中的登录码登录，可能是别人的账号，「{{name}}」会因此退出登录。如果这不是您的本意，请保持当前登录。',
  stay: '保持「{{name}}」登录',
  switchUser: '切换账号',
};
