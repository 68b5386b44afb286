import { secondsIn } from '../../lib/durations.ts'
import { invalid, law } from '../rules.ts'
import { bool, duration, type Members, object, text } from '../vocabulary.ts'
import { needed } from '../needed.ts'

const fields = {
  leaderElect: bool('Whether leader election is enabled.', needed('CM-011', true)),
  leaseDuration: duration(
    'Time after which another candidate may become the leader.',
    needed('CM-011', '15s'),
  ),
  renewDeadline: duration(
    'Time for which the leader retries to renew its lease.',
    needed('CM-011', '10s'),
  ),
  retryPeriod: duration('Interval between attempts of a candidate.', needed('CM-011', '2s')),
  resourceLock: text('Resource type of the lock.', needed('CM-011', 'leases')),
  resourceName: text('Name of the lock object.', needed('CM-011', '')),
  resourceNamespace: text('Namespace of the lock object.', needed('CM-011', '')),
}

const renewInTime = law({
  by: 'CM-012',
  says: '`renewDeadline` is not longer than `leaseDuration`',
  *faults({ leaseDuration, renewDeadline }: Members<typeof fields>) {
    const [lease, renew] = [secondsIn(leaseDuration), secondsIn(renewDeadline)]
    if (lease === undefined || renew === undefined || renew <= lease) return
    yield invalid(['renewDeadline'], renewDeadline, `must not be longer than ${leaseDuration}`)
  },
})

const renewBefore = law({
  by: 'de facto',
  says: '`renewDeadline` is shorter than `leaseDuration`',
  onlyIn: 'kubernetes',
  *faults({ leaderElect, leaseDuration, renewDeadline }: Members<typeof fields>) {
    if (!leaderElect || secondsIn(leaseDuration) !== secondsIn(renewDeadline)) return
    yield invalid(['renewDeadline'], renewDeadline, 'must be shorter than leaseDuration')
  },
})

export const leaderElection = object('Leader election.', fields, {
  ...needed('CM-013', {}),
  rules: [renewInTime, renewBefore],
})
