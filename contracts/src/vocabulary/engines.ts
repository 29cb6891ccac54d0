/** Engines that processes of an installation may share. */
export const sharedEngines = ['eventstoredb', 'kafka', 'mongodb', 'redis'] as const
export type SharedEngine = (typeof sharedEngines)[number]

/** Why a process cannot use an engine now: it is unreachable, it answers but cannot serve, or it refuses us. */
export const engineTroubles = ['away', 'notReady', 'refused'] as const
export type EngineTrouble = (typeof engineTroubles)[number]

/** Why the place of the backup has not taken everything: it is unreachable, full, too slow, or it refuses us. */
export const backupTroubles = ['away', 'full', 'slow', 'refused'] as const
