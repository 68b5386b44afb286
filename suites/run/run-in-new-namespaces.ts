// Some servers store an object that they cannot read, so that each later list of the namespace
// fails. Others store an object without a name. It cannot be deleted, so that later lists contain
// an object of another case, and later creates without a name are conflicts. Later checks in the
// same namespaces could not be judged, so they get new namespaces.

import type { Environment } from '../../properties/perform/environment.ts'
import type { Verdict } from '../verdict.ts'

// New namespaces do not help if the reads fail for another reason.
const inVainMax = 2
const renewalsMax = 8
// Every check that creates objects without a name can leave one.
const renewalsAfterNamelessMax = 40

/** The namespaces in which one worker performs checks, one after the other. */
export type RenewableEnvironment = {
  /**
   * Judges a check in the environment, and once more in one with new namespaces if reads failed
   * or showed an object of another case. The second verdict counts. After a check that stored an
   * object without a name, the next one gets new namespaces.
   */
  runCheck(check: (environment: Environment) => Promise<Verdict>): Promise<Verdict>
}

type Reason = 'failed reads' | 'other writer'

/** Why a verdict is no judgement of the server as long as its namespaces are used. */
function reasonToRepeat({ verdict, hadFailedReads, hadOtherWriter }: Verdict): Reason | undefined {
  if (hadFailedReads === true) return 'failed reads'
  return verdict === 'inconclusive' && hadOtherWriter === true ? 'other writer' : undefined
}

/** `renew` creates the namespaces of the nth renewal. It rejects if the server refuses them. */
export function renewableEnvironment(
  first: Environment,
  renew: (renewals: number) => Promise<Environment>,
): RenewableEnvironment {
  let environment = first
  let renewals = 0
  let afterNameless = 0
  let isRefused = false
  const inVain = { 'failed reads': 0, 'other writer': 0 }

  async function renewNow(): Promise<boolean> {
    const renewed = await renew(renewals + afterNameless).catch(() => undefined)
    isRefused = renewed === undefined
    environment = renewed ?? environment
    return !isRefused
  }

  async function performed(
    check: (environment: Environment) => Promise<Verdict>,
  ): Promise<Verdict> {
    const verdict = await check(environment)
    const reason = reasonToRepeat(verdict)
    if (!reason || inVain[reason] >= inVainMax || isRefused || renewals >= renewalsMax)
      return verdict
    renewals++
    if (!(await renewNow())) return verdict
    const again = await check(environment)
    inVain[reason] = reasonToRepeat(again) ? inVain[reason] + 1 : 0
    return again
  }

  return {
    async runCheck(check) {
      const verdict = await performed(check)
      if (verdict.leftNameless && !isRefused && afterNameless < renewalsAfterNamelessMax) {
        afterNameless++
        await renewNow()
      }
      return verdict
    },
  }
}
