import type { Clock } from '../../../api/clock.ts'
import type { KmsSettings } from '../../../api/encryption.ts'
import type { ValueProvider } from '../value-provider.ts'
import type { KmsClient } from './kms-client.ts'

/** A provider that uses a KMS plug-in. */
export type KmsProvider = ValueProvider & {
  /** Its name in the configuration. */
  readonly name: string
  readonly version: KmsSettings['version']
  /** Whether the plug-in works. Results are kept for a while. @throws Error with the reason */
  check(): Promise<void>
  /** Begins to ask the plug-in for its state from time to time, until `close`. */
  start(): void
  close(): void
}

/** What a provider uses. */
export type KmsContext = {
  readonly client: KmsClient
  readonly clock: Pick<Clock, 'steady' | 'after'>
  /** Called when writes use another key, so that other values are stale. */
  readonly onKey: () => void
}
