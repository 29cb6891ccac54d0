export type Granted = { process: string; at: string }

export const daysBetween = (from: Granted, to: Granted) => (Date.parse(to.at) - new Date(from.at).getTime()) / 86_400_000
export const latest = (granted: Granted[]) => Math.max(...granted.map((grant) => Date.parse(grant.at)))
