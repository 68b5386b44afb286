import { kubeApiserverTarget } from '../../../fixtures/targets/kube-apiserver/target.ts'
import { referenceTarget } from '../../../fixtures/targets/reference-target.ts'
import type { Target } from '../../../fixtures/targets/target.ts'

/** Starts a genuine server and the reference, passes them in this order, and stops both. */
export async function onBothServers<Result>(
  act: (targets: readonly [genuine: Target, reference: Target]) => Promise<Result>,
): Promise<Result> {
  const genuine = await kubeApiserverTarget()
  try {
    const reference = await referenceTarget({ dialect: 'kubernetes' })
    try {
      return await act([genuine, reference])
    } finally {
      await reference.close()
    }
  } finally {
    await genuine.close()
  }
}
