import type { BackupLog, EngineSettings, LoggedForBackup } from '@tuma/platform/engines'
import type { Environment, Log } from '@tuma/platform/runtime'
import { secretKeyIn } from '../secret-key.ts'
import { type BackupSettings, readBackupTo } from './backup-settings.ts'
import { leftOut } from './left-out.ts'
import { openPlace } from './open-place.ts'
import { type Shipping, shipRegularly } from './ship-regularly.ts'
import { openShipment } from './shipping.ts'

export type BackupOfProduct = {
  /** For `openEngines`; missing where no backup is shipped. */
  readonly logged: LoggedForBackup | undefined
  /** Begins to ship. The key of the data folder must be there. */
  begin(): void
  /** See `Shipping`; missing where no backup is shipped. */
  readonly behindSeconds: (() => number) | undefined
  /** Before the engines are closed. */
  close(): Promise<void>
}

/** The backup that a running product ships, where BACKUP_TO is set. @throws WrongSettings */
export const openBackup = (
  settings: EngineSettings & BackupSettings,
  { environment, log }: { readonly environment: Pick<Environment, 'now'>; readonly log: Log },
): BackupOfProduct => {
  const backup = readBackupTo(settings)
  if (!backup)
    return { logged: undefined, begin: () => undefined, behindSeconds: undefined, close: async () => undefined }
  const { DATA_DIR: folder, ENGINE_PREFIX } = settings
  const now = () => Date.parse(environment.now())
  let opened: BackupLog | null = null
  let shipping: Shipping | null = null
  return {
    logged: {
      ...leftOut(ENGINE_PREFIX),
      now,
      opened: (log) => {
        opened = log
      },
      degraded: () => shipping?.degraded() ?? [],
    },
    begin() {
      const key = secretKeyIn(folder).read()
      if (!opened || key === null) throw new Error('the data are not open yet')
      const shipment = openShipment({ log: opened, objects: openPlace(backup), to: backup.to, folder, key, now })
      shipping = shipRegularly(shipment, { now, log })
    },
    behindSeconds: () => shipping?.behindSeconds() ?? 0,
    close: async () => shipping?.close(),
  }
}
