declare module '*.wasm?packed' {
  const url: string;
  export default url;
}
