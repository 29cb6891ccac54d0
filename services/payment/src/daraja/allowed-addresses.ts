import { BlockList, isIP } from 'node:net'

export type AllowedAddresses = {
  /** Calls from other addresses are taken and logged. */
  readonly onlyLogs: boolean
  /** @param address as the socket or our own proxy gives it */
  allows(address: string): boolean
}

/**
 * `196.201.214.200, 196.201.213.0/24`; with `log:` before it for a list that is not certain yet.
 * @returns the parts that are not addresses
 */
export const allowedAddresses = (said: string): AllowedAddresses | { readonly wrong: string } => {
  const onlyLogs = said.startsWith('log:')
  const list = new BlockList()
  const parts = said
    .replace(/^log:/, '')
    .split(',')
    .map((part) => part.trim())
  for (const part of parts) if (!add(list, part)) return { wrong: part }
  return {
    onlyLogs,
    allows(address) {
      const family = isIP(address)
      // An IPv4 address that came by IPv6 is compared as both.
      return family !== 0 && list.check(address, family === 6 ? 'ipv6' : 'ipv4')
    },
  }
}

const add = (list: BlockList, part: string): boolean => {
  const [address = '', prefix] = part.split('/')
  const family = isIP(address)
  if (family === 0) return false
  const type = family === 6 ? 'ipv6' : 'ipv4'
  if (prefix === undefined) list.addAddress(address, type)
  else if (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (family === 6 ? 128 : 32))
    list.addSubnet(address, Number(prefix), type)
  else return false
  return true
}
