import { chargeQuotas } from '../admission/quotas/charge-quotas.ts'
import { isInScopes } from '../admission/quotas/charges.ts'
import { counterOf } from '../admission/quotas/quota-counters.ts'
import { newQuotaLedger } from '../admission/quotas/quota-ledger.ts'
import { startQuotaCounting } from '../controllers/count-quotas.ts'
import { countUsage } from '../controllers/count-usage.ts'
import type { Parts } from '../parts/parts.ts'
import type { QuotaFunctions } from '../parts/quota-parts.ts'

/** Returns the functions of quotas, with a ledger for one server. */
export const newQuotas = (): QuotaFunctions<Parts> => ({
  ledger: newQuotaLedger(),
  counterOf,
  isInScopes,
  charge: chargeQuotas,
  countUsage,
  startController: startQuotaCounting,
})
