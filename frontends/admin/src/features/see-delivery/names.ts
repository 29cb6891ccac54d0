import type { HistoryEntry } from '@tuma/contracts/api'
import { useText } from '@tuma/kit/runtime'
import { texts } from '../../texts.ts'

/** The person in words: "Agent Otieno Odhiambo". A deleted account has no name. */
export const useNameLookup = () => {
  const text = useText(texts)
  return ({ kind, role, id, name }: HistoryEntry['by']): string => {
    if (kind === 'visitor') return text('history.visitor')
    if (kind === 'system') return id ? text('history.systemNamed', { name: id }) : text('history.system')
    const roleName = role === 'user' || role === 'agent' || role === 'admin' ? text(`role.${role}`) : ''
    return [roleName, name ?? text('history.gone')].filter(Boolean).join(' ')
  }
}
