package main

import (
	"context"
	"fmt"
	"sync/atomic"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	applycorev1 "k8s.io/client-go/applyconfigurations/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
)

const (
	finalizer = "operator.example/clear"
	owner     = client.FieldOwner("gardener")
)

// gardener reconciles gardens, and cleans up after deleted ones.
type gardener struct {
	client.Client
	cleared atomic.Int32
}

func (g *gardener) Reconcile(ctx context.Context, request ctrl.Request) (ctrl.Result, error) {
	var garden Garden
	if err := g.Get(ctx, request.NamespacedName, &garden); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if !garden.DeletionTimestamp.IsZero() {
		return ctrl.Result{}, g.clear(ctx, &garden)
	}
	if controllerutil.AddFinalizer(&garden, finalizer) {
		// The update causes another reconciliation.
		return ctrl.Result{}, g.Update(ctx, &garden)
	}
	if err := g.plot(ctx, &garden); err != nil {
		return ctrl.Result{}, err
	}
	if err := g.sign(ctx, &garden); err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, g.report(ctx, &garden)
}

// plot creates or updates the plot, which is read, compared and written as a whole.
func (g *gardener) plot(ctx context.Context, garden *Garden) error {
	plot := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{
		Name: garden.Name + "-plot", Namespace: garden.Namespace,
	}}
	_, err := controllerutil.CreateOrUpdate(ctx, g, plot, func() error {
		plot.Data = map[string]string{
			"plant": garden.Spec.Plant,
			"beds":  fmt.Sprint(garden.Spec.Beds),
		}
		return controllerutil.SetControllerReference(garden, plot, g.Scheme())
	})
	return err
}

// sign applies the sign. Fields of other managers stay, except those that the operator owns.
func (g *gardener) sign(ctx context.Context, garden *Garden) error {
	sign := applycorev1.ConfigMap(garden.Name+"-sign", garden.Namespace).
		WithLabels(map[string]string{"garden": garden.Name}).
		WithData(map[string]string{"says": "here grows " + garden.Spec.Plant})
	return g.Apply(ctx, sign, owner, client.ForceOwnership)
}

func (g *gardener) report(ctx context.Context, garden *Garden) error {
	before := garden.DeepCopyObject().(*Garden)
	garden.Status.ObservedGeneration = garden.Generation
	garden.Status.Planted = garden.Spec.Plant
	meta.SetStatusCondition(&garden.Status.Conditions, metav1.Condition{
		Type: "Ready", Status: metav1.ConditionTrue, Reason: "Planted", Message: "it grows",
	})
	if fmt.Sprint(before.Status) == fmt.Sprint(garden.Status) {
		return nil
	}
	return g.Status().Update(ctx, garden)
}

func (g *gardener) clear(ctx context.Context, garden *Garden) error {
	if !controllerutil.ContainsFinalizer(garden, finalizer) {
		return nil
	}
	sign := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{
		Name: garden.Name + "-sign", Namespace: garden.Namespace,
	}}
	if err := client.IgnoreNotFound(g.Delete(ctx, sign)); err != nil {
		return err
	}
	before := garden.DeepCopyObject().(*Garden)
	controllerutil.RemoveFinalizer(garden, finalizer)
	if err := g.Patch(ctx, garden, client.MergeFrom(before)); err != nil {
		return client.IgnoreNotFound(err)
	}
	g.cleared.Add(1)
	return nil
}
