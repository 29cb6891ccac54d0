import { generateKeyPairSync, sign } from 'node:crypto'

/** Tag, length, content: a certificate consists of nothing else. */
const der = (tag: number, ...parts: readonly Uint8Array[]): Buffer => {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}
const sequence = (...parts: readonly Uint8Array[]) => der(0x30, ...parts)
const oid = (...bytes: readonly number[]) => der(0x06, Buffer.from(bytes))
const time = (instant: string) => der(0x18, Buffer.from(`${instant.replace(/\D/g, '').slice(0, 14)}Z`))

/** Making one is slow, so all doubles of a process share it. */
let keys: ReturnType<typeof generateKeys> | null = null
const generateKeys = () => generateKeyPairSync('rsa', { modulusLength: 2048 })

/** Valid between these ISO instants. */
export const selfSigned = ({ from, to }: { readonly from: string; readonly to: string }) => {
  keys ??= generateKeys()
  const { privateKey, publicKey } = keys
  const sha256WithRsa = sequence(oid(0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x0b), der(0x05))
  const commonName = sequence(oid(0x55, 0x04, 0x03), der(0x0c, Buffer.from('a double of Daraja')))
  const name = sequence(der(0x31, commonName))
  const said = sequence(
    der(0x02, Buffer.from([1])),
    sha256WithRsa,
    name,
    sequence(time(from), time(to)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
  )
  const signature = der(0x03, Buffer.from([0]), sign('sha256', said, privateKey))
  const lines =
    sequence(said, sha256WithRsa, signature)
      .toString('base64')
      .match(/.{1,64}/g) ?? []
  const pem = `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`
  return { pem, privateKey }
}
