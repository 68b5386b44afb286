import type { KmsSettings } from '../../../api/encryption.ts'
import type { ValueProvider } from '../value-provider.ts'

/** A provider that a KMS plug-in stands behind. */
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
