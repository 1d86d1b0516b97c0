/** The package has no types. It was written for react-admin 3, so that it lacks words of today. */
declare module 'ra-language-italian' {
  interface Words {
    [key: string]: string | Words;
  }
  const italian: Words;
  export default italian;
}
