/** The URL of a gzipped module (`packedWasm` in vite.config.ts). */
declare module '*.wasm?packed' {
  const url: string;
  export default url;
}
