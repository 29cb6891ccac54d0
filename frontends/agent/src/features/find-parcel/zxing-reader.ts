import { BarcodeDetector, prepareZXingModule } from 'barcode-detector/ponyfill'

// Left to itself the library fetches this from a public CDN; ours is a file of this build.
const wasm = new URL('zxing-wasm/reader/zxing_reader.wasm', import.meta.url).href
prepareZXingModule({ overrides: { locateFile: () => wasm } })

export { BarcodeDetector }
