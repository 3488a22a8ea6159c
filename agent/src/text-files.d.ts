/** Programs in another language: the build puts their text into the agent's one file. */
declare module '*.sh' {
  const text: string;
  export default text;
}
declare module '*.pl' {
  const text: string;
  export default text;
}
