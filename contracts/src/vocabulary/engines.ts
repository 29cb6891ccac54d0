/** Engines that processes of an installation may share. */
export const sharedEngines = ['eventstoredb', 'kafka', 'mongodb', 'redis'] as const
export type SharedEngine = (typeof sharedEngines)[number]

/** Why a process can't use one now: it can't be reached, answers and can't serve, or refuses us. */
export const engineTroubles = ['away', 'notReady', 'refused'] as const
export type EngineTrouble = (typeof engineTroubles)[number]
