// Generates scenarios in which node agents pull images, and in which containers end.

import type { AgentSetupName } from '../../dsl/agent-names.ts'
import { benchOf, podFile, podTerm } from '../../dsl/agent-steps.ts'
import type { Step } from '../../dsl/scenario.ts'
import { caseName } from '../../dsl/steps.ts'
import type { Term } from '../../dsl/term.ts'

/** The specification of a pod whose image no other pod has, and which pulls it in any case. */
export const pullingSpec = (pod: string): { [member: string]: Term } => ({
  containers: [
    {
      name: 'main',
      image: { $join: ['registry.example/', caseName(pod), ':1'] },
      imagePullPolicy: 'Always',
    },
  ],
})

/** Writes the files of pods with images of their own, and waits until all have their sandbox. */
export function offerPulls(label: string, pods: string[], agent: AgentSetupName): Step[] {
  const bench = benchOf(agent)
  return [
    ...pods.map(pod =>
      bench.writeDocument(`${label} ${pod}`, podFile(pod), podTerm(pod, pullingSpec(pod))),
    ),
    bench.untilRuntime(label, '', { counts: { RunPodSandbox: [pods.length] } }),
  ]
}

/**
 * Runs a pod, and ends each of its containers twice. After the first end an agent starts them again
 * at once; after the second one it may wait.
 */
export function endTwice(
  label: string,
  pod: string,
  { agent, containers }: { agent: AgentSetupName; containers: string[] },
): Step[] {
  const bench = benchOf(agent)
  const spec = { containers: containers.map(name => ({ name, image: 'registry.example/dead:1' })) }
  const run = (attempt: number): Term => ({
    containers: containers.map(name => ({ name, attempt, state: 'running' })),
  })
  const end = (when: string) =>
    containers.map(name => bench.endContainer(`${label} ${name} ${when}`, pod, 1, name))
  return [
    bench.writeDocument(`${label} written`, podFile(pod), podTerm(pod, spec)),
    bench.untilRuntime(`${label} run`, pod, run(0)),
    ...end('ended'),
    bench.untilRuntime(`${label} run again`, pod, run(1)),
    ...end('ended again'),
  ]
}
