package main

import (
	"context"
	"fmt"
	"sync"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/tools/leaderelection"
	"k8s.io/client-go/tools/leaderelection/resourcelock"
)

// candidate takes part in the leader election until its context ends. It sends its name on the
// channel when it starts to lead.
func candidate(ctx context.Context, on clients, name string, leads chan<- string) {
	lock := &resourcelock.LeaseLock{
		LeaseMeta:  named("leader"),
		Client:     on.CoordinationV1(),
		LockConfig: resourcelock.ResourceLockConfig{Identity: name},
	}
	leaderelection.RunOrDie(ctx, leaderelection.LeaderElectionConfig{
		Lock:            lock,
		LeaseDuration:   6 * time.Second,
		RenewDeadline:   4 * time.Second,
		RetryPeriod:     200 * time.Millisecond,
		ReleaseOnCancel: true,
		Callbacks: leaderelection.LeaderCallbacks{
			OnStartedLeading: func(context.Context) { leads <- name },
			OnStoppedLeading: func() {},
		},
	})
}

var electionSteps = []step{
	{"elect a leader, and another when it resigns", func(ctx context.Context, on clients) (string, error) {
		first, resign := context.WithCancel(ctx)
		second, end := context.WithCancel(ctx)
		var candidates sync.WaitGroup
		// The leader releases the lease, so wait before a later step deletes the namespace.
		defer candidates.Wait()
		defer end()
		leads := make(chan string, 2)
		candidates.Go(func() { candidate(first, on, "first", leads) })
		one := <-leads
		candidates.Go(func() { candidate(second, on, "second", leads) })
		time.Sleep(time.Second)
		early := len(leads)
		resign()
		two := <-leads
		lease, err := on.CoordinationV1().Leases(space).Get(ctx, "leader", get)
		if err != nil {
			return "", err
		}
		holder := *lease.Spec.HolderIdentity
		return fmt.Sprintf("%s, then %s, %d at once, held by %s", one, two, early+1, holder), nil
	}},
}

var endSteps = []step{
	{"delete a pod at once", func(ctx context.Context, on clients) (string, error) {
		now := metav1.DeleteOptions{GracePeriodSeconds: new(int64)}
		return "gone", on.CoreV1().Pods(space).Delete(ctx, "pod", now)
	}},
	{"delete a deployment before its dependents", func(ctx context.Context, on clients) (string, error) {
		background := metav1.DeletePropagationBackground
		options := metav1.DeleteOptions{PropagationPolicy: &background}
		return "gone", on.AppsV1().Deployments(space).Delete(ctx, "deployment", options)
	}},
	{"delete the namespace", func(ctx context.Context, on clients) (string, error) {
		if err := on.CoreV1().Namespaces().Delete(ctx, space, remove); err != nil {
			return "", err
		}
		isGone := func(ctx context.Context) (bool, error) {
			named := metav1.ListOptions{FieldSelector: "metadata.name=" + space}
			list, err := on.CoreV1().Namespaces().List(ctx, named)
			return err == nil && len(list.Items) == 0, err
		}
		err := wait.PollUntilContextTimeout(ctx, 100*time.Millisecond, 40*time.Second, true, isGone)
		return "gone with what was in it", err
	}},
}
