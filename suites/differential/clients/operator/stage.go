package main

import (
	"context"
	"encoding/json"
	"fmt"
	"sort"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/config"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"
)

// stage holds the clients of the steps: one for the server, and the caching one of the operator.
type stage struct {
	client.Client
	config   *rest.Config
	scheme   *runtime.Scheme
	gardener *gardener
	cached   client.Client
	// stop ends the running operator, which releases its lease.
	stop func() error
}

const plantField = "spec.plant"

// open starts an operator and waits until it leads.
func (on *stage) open(ctx context.Context) error {
	manager, err := ctrl.NewManager(on.config, ctrl.Options{
		Scheme:                        on.scheme,
		Metrics:                       metricsserver.Options{BindAddress: "0"},
		LeaderElection:                true,
		LeaderElectionID:              "gardener",
		LeaderElectionNamespace:       space,
		LeaderElectionReleaseOnCancel: true,
		LeaseDuration:                 ptr(5 * time.Second),
		RenewDeadline:                 ptr(4 * time.Second),
		RetryPeriod:                   ptr(time.Second),
		// The second operator uses the controller name of the first one.
		Controller: config.Controller{SkipNameValidation: ptr(true)},
	})
	if err != nil {
		return err
	}
	byPlant := func(object client.Object) []string { return []string{object.(*Garden).Spec.Plant} }
	if err := manager.GetFieldIndexer().IndexField(ctx, &Garden{}, plantField, byPlant); err != nil {
		return err
	}
	on.gardener = &gardener{Client: manager.GetClient()}
	on.cached = manager.GetClient()
	builder := ctrl.NewControllerManagedBy(manager).For(&Garden{}).Owns(&corev1.ConfigMap{})
	if err := builder.Complete(on.gardener); err != nil {
		return err
	}
	running, cancel := context.WithCancel(ctx)
	ended := make(chan error, 1)
	go func() { ended <- manager.Start(running) }()
	on.stop = func() error { cancel(); return <-ended }
	select {
	case <-manager.Elected():
		return nil
	case err := <-ended:
		return fmt.Errorf("it ended: %w", err)
	}
}

// The genuine garbage collector discovers new types every 30 seconds.
const patience = 90 * time.Second

// until polls a condition, for at most the patience.
func until(ctx context.Context, what string, holds func() (bool, error)) error {
	asked := func(context.Context) (bool, error) { return holds() }
	err := wait.PollUntilContextTimeout(ctx, 50*time.Millisecond, patience, true, asked)
	if wait.Interrupted(err) {
		return fmt.Errorf("there was no %s", what)
	}
	return err
}

// refusal formats the parts of an error that programs can read.
func refusal(err error) string {
	status, isStatus := err.(apierrors.APIStatus)
	if !isStatus {
		return fmt.Sprintf("%T: %v", err, err)
	}
	said := status.Status()
	return fmt.Sprintf("%d %s %q", said.Code, said.Reason, said.Message)
}

// shown formats parts of an object as JSON.
func shown(parts ...any) (string, error) {
	text, err := json.Marshal(parts)
	return string(text), err
}

// seen returns a garden without the values that each server chooses.
func (in *Garden) seen() any {
	conditions := []string{}
	for _, one := range in.Status.Conditions {
		conditions = append(conditions, fmt.Sprintf("%s=%s %s", one.Type, one.Status, one.Reason))
	}
	status := []any{in.Status.ObservedGeneration, in.Status.Planted, conditions}
	return []any{in.Generation, in.Finalizers, in.Spec, status}
}

// owners returns the managed fields without their times, sorted.
func owners(object metav1.Object) []string {
	all := []string{}
	for _, entry := range object.GetManagedFields() {
		of := fmt.Sprintf("%s %s %s", entry.Manager, entry.Operation, entry.Subresource)
		all = append(all, of+" "+string(entry.FieldsV1.Raw))
	}
	sort.Strings(all)
	return all
}
