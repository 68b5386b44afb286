// The health checks of KMS plug-ins, with the names that they have in genuine servers.

import type { HealthCheck } from '../parts/parts.ts'
import type { KmsProvider } from '../storage/encryption/kms/kms-provider.ts'
import type { Encryption } from '../storage/encryption/transform-values.ts'

// A server whose plug-in is away serves the types that the plug-in does not encrypt, and a restart
// does not bring the plug-in back.
const endpoints = ['healthz', 'readyz']

/**
 * Returns one check for all plug-ins if their configuration may change, or if none has version 1,
 * and else one for each.
 */
export function kmsHealthChecks(
  { plugins }: Pick<Encryption, 'plugins'>,
  { mayChange }: { mayChange: boolean },
): HealthCheck[] {
  const present = plugins()
  const isAnyFirst = present.some(({ version }) => version === 'v1')
  if (mayChange || (present.length > 0 && !isAnyFirst))
    return [
      {
        name: 'kms-providers',
        endpoints,
        check: async () => {
          for (const plugin of plugins()) await checkPlugin(plugin)
        },
      },
    ]
  return present.map((plugin, index) => ({
    name: `kms-provider-${index}`,
    endpoints,
    check: () => checkPlugin(plugin),
  }))
}

async function checkPlugin({ name, check }: KmsProvider): Promise<void> {
  try {
    await check()
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new Error(`KMS provider ${name}: ${reason}`, { cause })
  }
}
