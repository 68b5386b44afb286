// touchstone replay CASE [TARGET]: the same steps, the same judge, another day.

import { readFileSync } from 'node:fs'
import { openTarget } from '../fixtures/targets/open.ts'
import type { TargetFlags } from '../fixtures/targets/reach.ts'
import { stepLines } from '../properties/show.ts'
import { visible } from '../reports/escape.ts'
import { judged } from '../suites/attempt.ts'
import { CaseProblem, parseCase } from '../suites/case.ts'
import type { CaseFile } from '../suites/case.ts'
import { shownExchange } from '../suites/failure.ts'
import { checks } from '../suites/generated/checks.ts'
import { openBenches } from '../suites/run.ts'
import { requirement } from '../suites/select.ts'

/** Exit code 1 when the rule is broken again, 0 when it holds, 4 when the case says nothing. */
export async function replay(
  file: string,
  named: string | undefined,
  flags: TargetFlags,
): Promise<number> {
  const saved = parseCase(textOf(file), file)
  const check = checks.find(one => one.id === saved.id)
  if (!check)
    throw new CaseProblem(
      `${file}: id: expected a requirement with a check, got ${JSON.stringify(saved.id)}`,
    )

  const target = await openTarget(named ?? saved.target, flags)
  try {
    const lanes = await openBenches(target, 1)
    try {
      const [bench] = lanes.benches
      if (!bench) throw new Error('a run needs a bench')
      const { signal } = new AbortController()
      const { judgement, history } = await judged(check, saved.scenario, bench, {
        signal,
        onHistory: () => {},
      })
      say(saved, target.name, history.exchanges.map(shownExchange))
      const [broken] = judgement.broken
      if (broken) {
        print(`\nbroken: ${broken.says}\n  expected ${broken.expected}\n  got      ${broken.got}`)
        return 1
      }
      print(
        judgement.observed > 0
          ? '\nheld: the rule was put to the test and held'
          : `\nnot judged: ${judgement.unmet.join('; ')}`,
      )
      return judgement.observed > 0 ? 0 : 4
    } finally {
      await lanes.close()
    }
  } finally {
    await target.close()
  }
}

function say(saved: CaseFile, target: string, exchanges: ReturnType<typeof shownExchange>[]): void {
  print(`${saved.id} on ${target}: ${requirement(saved.id).title}`)
  print(`rule: ${requirement(saved.id).rule}\n`)
  for (const line of stepLines(saved.scenario)) print(`  ${line}`)
  print('')
  for (const { step, request, answer, problem } of exchanges) {
    const outcome = answer ? `${answer.status}  ${answer.body.slice(0, 160)}` : problem
    print(`  ${step}: ${request.method} ${request.path}\n    -> ${outcome}`)
  }
}

const print = (line: string): void => {
  process.stdout.write(`${line.split('\n').map(visible).join('\n')}\n`)
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    throw new CaseProblem(`${file}: expected a case file, got ${(cause as Error).message}`, {
      cause,
    })
  }
}
