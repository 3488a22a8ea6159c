/** Words of sign-in. */
export const words = {
  signIn: 'Sign in',
  signInHint: 'Use your platform account',
  slogan: 'Files, projects, jobs and desktops, in one place.',
  loginName: 'Username',
  password: 'Password',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  loginNameRequired: 'Please enter your username',
  passwordRequired: 'Please enter your password',
  otherLanguage: '中文',
  configFailed: "Couldn't load what is needed to sign in. Check your network and try again.",
  signingIn: 'Signing you in…',
  switchTitle: 'Switch accounts?',
  switchQuestion:
    'You are signed in as “{{name}}”. The link you opened signs you in with a code, possibly to someone else’s account, and signs out “{{name}}”. If you did not expect that, stay signed in.',
  stay: 'Stay signed in as “{{name}}”',
  switchUser: 'Switch accounts',
};
