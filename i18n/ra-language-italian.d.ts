/** The package has no types. It was written for react-admin 3 and lacks texts of later versions. */
declare module 'ra-language-italian' {
  interface Words {
    [key: string]: string | Words;
  }
  const italian: Words;
  export default italian;
}
