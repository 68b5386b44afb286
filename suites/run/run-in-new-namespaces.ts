// Some servers store an object that they cannot read, so that each later list of the namespace
// fails. Others store an object without a name. It cannot be deleted, so that later lists contain
// an object of another case. Later checks in the same namespaces could not be judged, so they get
// new namespaces.

import type { Environment } from '../../properties/perform/environment.ts'
import type { Verdict } from '../verdict.ts'

// New namespaces do not help if the reads fail for another reason.
const inVainMax = 2
const renewalsMax = 8

/** The namespaces in which one worker performs checks, one after the other. */
export type RenewableEnvironment = {
  /**
   * Judges a check in the environment, and once more in one with new namespaces if reads failed
   * or showed an object of another case.
   * The second verdict counts.
   */
  runCheck(check: (environment: Environment) => Promise<Verdict>): Promise<Verdict>
}

const needsNewNamespaces = ({ verdict, hadFailedReads, hadOtherWriter }: Verdict): boolean =>
  hadFailedReads === true || (verdict === 'inconclusive' && hadOtherWriter === true)

/** `renew` creates the namespaces of the nth renewal. It rejects if the server refuses them. */
export function renewableEnvironment(
  first: Environment,
  renew: (renewals: number) => Promise<Environment>,
): RenewableEnvironment {
  let environment = first
  let renewals = 0
  let inVain = 0
  return {
    async runCheck(check) {
      const verdict = await check(environment)
      if (!needsNewNamespaces(verdict) || inVain >= inVainMax || renewals >= renewalsMax)
        return verdict
      renewals++
      const renewed = await renew(renewals).catch(() => undefined)
      if (!renewed) {
        inVain = inVainMax
        return verdict
      }
      environment = renewed
      const again = await check(environment)
      inVain = needsNewNamespaces(again) ? inVain + 1 : 0
      return again
    },
  }
}
