/** Words of sign-in. */
export const words = {
  signIn: 'Sign in',
  signInHint: 'With your platform account',
  slogan: 'Files, projects, jobs and desktops, in one place.',
  loginName: 'Login name',
  password: 'Password',
  showPassword: 'Show the password',
  hidePassword: 'Hide the password',
  loginNameRequired: 'Please enter your user name',
  passwordRequired: 'Please enter your password',
  otherLanguage: '中文',
  configFailed: 'What sign-in needs could not be loaded. Check the network and try again.',
  signingIn: 'Signing you in…',
};
