import { request as ask, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync } from 'node:zlib'

/** Serves pages and files of ours at an address of their own, compressed; all other requests go to the product. */
export const besideProduct = async (productUrl: string) => {
  const own = new Map<string, { readonly type: string; readonly packed: Buffer }>()
  const { hostname, port, host } = new URL(productUrl)
  const server = createServer((asked, answer) => {
    const { method, url = '/', headers } = asked
    const found = own.get(url)
    if (found) return answer.writeHead(200, { 'content-type': found.type, 'content-encoding': 'br' }).end(found.packed)
    const passed = ask({ hostname, port, method, path: url, headers: { ...headers, host } }, (told) => {
      answer.writeHead(told.statusCode ?? 502, told.headers)
      told.pipe(answer)
    })
    passed.on('error', () => answer.destroy())
    answer.on('close', () => passed.destroy())
    asked.pipe(passed)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** @param type the content type */
    serve: (path: string, type: string, text: string | Buffer) =>
      void own.set(path, { type, packed: brotliCompressSync(text) }),
    /** Gives the path back to the product. */
    leave: (path: string) => void own.delete(path),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
