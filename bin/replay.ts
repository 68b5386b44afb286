// touchstone replay CASE [TARGET]: performs the steps of a saved case again and judges them.

import { openTarget } from '../fixtures/targets/open.ts'
import { withDefinedMainType } from '../fixtures/targets/define-main-type.ts'
import { withOwnIdentities } from '../fixtures/targets/own-identities.ts'
import type { TargetFlags } from '../fixtures/targets/connection-settings.ts'
import type { Target } from '../fixtures/targets/target.ts'
import { resourcePath, roles } from '../fixtures/objects/tested-types.ts'
import { isConcurrentStep } from '../properties/dsl/scenario.ts'
import { stepLines } from '../properties/dsl/step-text.ts'
import { escapeControls } from '../reports/escape.ts'
import { CaseProblem, parseCase } from '../suites/failure/case.ts'
import type { CaseFile } from '../suites/failure/case.ts'
import type { Check } from '../suites/check.ts'
import { toReportedExchange } from '../suites/failure/failure.ts'
import { rerunsOfFailure } from '../suites/run/failure-verdict.ts'
import { withWaitingClock } from '../suites/certify.ts'
import { checks } from '../suites/generated/checks.ts'
import type { Judgement } from '../suites/judge/judge.ts'
import { withNamespaceDefaults } from '../suites/target/namespace-defaults.ts'
import { missingNeed, needsOf, missingNeedReason } from '../suites/target/needs.ts'
import { whyTypesDoNotFit } from '../suites/target/needs-types.ts'
import { neverServedViolations, withNeverServedRule } from '../suites/run/never-served.ts'
import { performAndJudgeWithRetry } from '../suites/run/perform-and-judge.ts'
import { openEnvironments } from '../suites/run/environments.ts'
import { requirement } from '../suites/select/select.ts'
import { servableScenarios } from '../suites/select/servable-scenarios.ts'
import { isNeverServedMessage } from '../suites/unserved-requests.ts'
import { scenariosForConformance } from '../suites/verdict.ts'
import type { ShownExchange } from '../suites/verdict.ts'
import { assignmentsFor, assignmentWhere } from '../suites/target/substitute-types.ts'
import { withTypes } from '../suites/target/with-types.ts'
import { print } from './output.ts'
import type { ReplayFlags } from './printed-replay.ts'
import { runUntilSignal } from './stoppable.ts'
import { readText } from './read-text.ts'

/**
 * Returns exit code 1 if the rule is violated again, 0 if it holds, 4 if it could not be judged.
 */
export async function replay(
  file: string,
  named: string | undefined,
  flags: ReplayFlags,
): Promise<number> {
  const saved = parseCase(readText(file, 'a case file', CaseProblem), file)
  const check = checks.find(one => one.id === saved.id)
  if (!check)
    throw new CaseProblem(
      `${file}: id: expected a requirement with a check, got ${JSON.stringify(saved.id)}`,
    )

  const isNamed = [named, flags.target, flags.kubeconfig].some(name => name !== undefined)
  if (!isNamed && saved.server !== undefined)
    throw new CaseProblem(
      `${file}: TARGET: expected the server to replay the case on, got none; it was found on ${saved.server}`,
    )
  return runUntilSignal(async signal => {
    const target = await openTarget(
      isNamed ? named : saved.target,
      withWords(isNamed ? named : (saved.target ?? 'reference'), saved, flags),
      signal,
    )
    try {
      signal.throwIfAborted()
      // A target file declares its types.
      const typed = flags.target === undefined ? await withTypes(target, saved.types) : target
      const defined = await withDefinedMainType(typed, signal)
      try {
        const like = withTypesOfRun(defined.target, saved, check)
        const known = like.preflight ? await withNamespaceDefaults(like, signal) : like
        const isByFew = /"who":"(?:limited|only-)/.test(JSON.stringify(saved.scenario))
        const own = isByFew ? await withOwnIdentities(known, signal) : undefined
        try {
          const of = own?.target ?? known
          return await replayOn(flags.slow ? withWaitingClock(of) : of, saved, check, signal)
        } finally {
          await own?.remove()
        }
      } finally {
        await defined.remove()
      }
    } finally {
      await target.close()
    }
  })
}

/**
 * The target with the types with which a run performs the check. The shrunk scenario may permit
 * others, so the scenarios of the run are drawn again.
 */
function withTypesOfRun(target: Target, saved: CaseFile, check: Check): Target {
  const isPerformable = (on: Target) => whyTypesDoNotFit(on, saved.scenario, check) === undefined
  const all = assignmentsFor(target, check.id)
  if (all.length === 1) return all[0]
  const { types = target.types } = servableScenarios(target, check, {
    seed: saved.from?.seed ?? 1,
    scenarios: scenariosForConformance,
  })
  const isSame = (on: Target) =>
    roles.every(role => resourcePath(on.types[role]) === resourcePath(types[role]))
  return (
    all.find(on => isSame(on) && isPerformable(on)) ??
    assignmentWhere(target, check.id, isPerformable)
  )
}

/** A target that this program starts uses the dialect of the case, unless the flags set another. */
function withWords(
  named: string | undefined,
  { dialect, apiDomain }: CaseFile,
  flags: TargetFlags,
): TargetFlags {
  const speaksAsTold = /^(reference$|mutant:|variant:)/.test(named ?? '')
  if (!speaksAsTold || flags.dialect !== undefined || dialect === undefined) return flags
  return { dialect, ...(apiDomain ? { apiDomain } : {}), ...flags }
}

async function replayOn(
  target: Target,
  saved: CaseFile,
  check: Check,
  signal: AbortSignal,
): Promise<0 | 1 | 4> {
  const lacking = missingNeed(target, [...check.needs, ...needsOf(saved.scenario)])
  const unserved = whyTypesDoNotFit(target, saved.scenario, check)
  if (unserved) return conclude({ violations: [], testedCount: 0, whyNotJudged: [unserved] })
  if (lacking)
    return conclude({
      violations: [],
      testedCount: 0,
      whyNotJudged: [missingNeedReason(lacking)],
    })

  const opened = await openEnvironments(target, { concurrency: 1, caseMs: 15 * 60_000 })
  try {
    const [environment] = opened.environments
    if (!environment) throw new Error('a run needs an environment')
    const isNeverServed = isNeverServedMessage(saved.says)
    const judging = isNeverServed ? withNeverServedRule(check) : check
    // Concurrent steps can have different outcomes, so a single performance may miss the fault.
    const most = saved.scenario.steps.some(isConcurrentStep) ? rerunsOfFailure : 1
    const options = { signal, onHistory: () => {} }
    const performed = () => performAndJudgeWithRetry(judging, saved.scenario, environment, options)
    let { judgement, history } = await performed()
    for (let count = 1; count < most && judgement.violations.length === 0; count++)
      ({ judgement, history } = await performed())
    printReplay(saved, target.name, history.exchanges.map(toReportedExchange))
    // A request that timed out is no evidence, except for the rule that requests are served.
    return conclude(
      isNeverServed ? { ...judgement, violations: neverServedViolations(history) } : judgement,
    )
  } finally {
    await opened.close()
  }
}

function conclude({
  violations: [broken],
  testedCount: observed,
  whyNotJudged: unmet,
}: Pick<Judgement, 'violations' | 'testedCount' | 'whyNotJudged'>): 0 | 1 | 4 {
  say('')
  if (broken) {
    say(`violated: ${broken.says}`)
    say(`  expected ${broken.expected}`)
    say(`  got      ${broken.got}`)
    return 1
  }
  if (observed > 0) say('passed: the rule was tested and not violated')
  else say(`not judged: ${unmet.join('; ') || 'the rule was not tested'}`)
  return observed > 0 ? 0 : 4
}

function printReplay(saved: CaseFile, target: string, exchanges: ShownExchange[]): void {
  say(`${saved.id} on ${target}: ${requirement(saved.id).title}`)
  say(`rule: ${requirement(saved.id).rule}`)
  say('')
  for (const line of stepLines(saved.scenario)) say(`  ${line}`)
  say('')
  for (const { step, request, answer, problem } of exchanges) {
    const outcome = answer ? `${answer.status}  ${answer.body.slice(0, 160)}` : (problem ?? 'done')
    say(`  ${step}: ${request.method} ${request.path}`)
    say(`    -> ${outcome}`)
  }
}

const say = (line: string): void => print(`${escapeControls(line)}\n`)
