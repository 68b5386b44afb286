package main

import (
	"context"

	coordinationv1 "k8s.io/api/coordination/v1"
	corev1 "k8s.io/api/core/v1"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

type step struct {
	name string
	act  func(ctx context.Context, on *stage) (string, error)
}

var steps = []step{
	{"the type is defined", define},
	{"the operator leads", lead},
	{"a garden is made", plant},
	{"a garden is changed", replant},
	{"what belongs to it comes back", restore},
	{"what is applied comes back", reapply},
	{"what is wrong is refused", wrong},
	{"what is stale is refused", stale},
	{"the cache is read by an index", index},
	{"another operator takes over", succeed},
	{"a garden is cleared", clear},
	{"the type is gone", undefine},
}

func named(name string) types.NamespacedName {
	return types.NamespacedName{Namespace: space, Name: name}
}

func define(ctx context.Context, on *stage) (string, error) {
	room := &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: space}}
	if err := on.Create(ctx, room); err != nil {
		return "", err
	}
	made := definition()
	if err := on.Create(ctx, made); err != nil {
		return "", err
	}
	err := until(ctx, "type that is served", func() (bool, error) {
		err := on.List(ctx, &GardenList{})
		return err == nil, nil
	})
	if err != nil {
		return "", err
	}
	if err := on.Get(ctx, client.ObjectKeyFromObject(made), made); err != nil {
		return "", err
	}
	return shown(made.Status.AcceptedNames, made.Status.StoredVersions)
}

func lead(ctx context.Context, on *stage) (string, error) {
	if err := on.open(ctx); err != nil {
		return "", err
	}
	return lease(ctx, on)
}

func lease(ctx context.Context, on *stage) (string, error) {
	var held coordinationv1.Lease
	if err := on.Get(ctx, named("gardener"), &held); err != nil {
		return "", err
	}
	isHeld := held.Spec.HolderIdentity != nil && *held.Spec.HolderIdentity != ""
	return shown(isHeld, held.Spec.LeaseTransitions, held.Spec.LeaseDurationSeconds)
}

// grown waits until the operator has observed the newest generation of a garden, and shows all the
// objects that it has made.
func grown(ctx context.Context, on *stage, name string) (string, error) {
	var garden Garden
	err := until(ctx, "garden that grows", func() (bool, error) {
		err := on.Get(ctx, named(name), &garden)
		return garden.Status.ObservedGeneration == garden.Generation, err
	})
	if err != nil {
		return "", err
	}
	var plot, sign corev1.ConfigMap
	if err := on.Get(ctx, named(name+"-plot"), &plot); err != nil {
		return "", err
	}
	if err := on.Get(ctx, named(name+"-sign"), &sign); err != nil {
		return "", err
	}
	belongs := []any{}
	for _, of := range plot.OwnerReferences {
		belongs = append(belongs, of.APIVersion, of.Kind, of.Name, of.UID == garden.UID)
		belongs = append(belongs, of.Controller, of.BlockOwnerDeletion)
	}
	return shown(garden.seen(), plot.Data, belongs, sign.Data, sign.Labels, owners(&sign))
}

func plant(ctx context.Context, on *stage) (string, error) {
	garden := &Garden{
		ObjectMeta: metav1.ObjectMeta{Name: "south", Namespace: space},
		Spec:       GardenSpec{Plant: "leek"},
	}
	if err := on.Create(ctx, garden); err != nil {
		return "", err
	}
	return grown(ctx, on, "south")
}

func replant(ctx context.Context, on *stage) (string, error) {
	var garden Garden
	if err := on.Get(ctx, named("south"), &garden); err != nil {
		return "", err
	}
	before := garden.DeepCopyObject().(*Garden)
	garden.Spec = GardenSpec{Plant: "kale", Beds: 3}
	if err := on.Patch(ctx, &garden, client.MergeFrom(before)); err != nil {
		return "", err
	}
	return grown(ctx, on, "south")
}

func restore(ctx context.Context, on *stage) (string, error) {
	var plot corev1.ConfigMap
	if err := on.Get(ctx, named("south-plot"), &plot); err != nil {
		return "", err
	}
	gone := plot.UID
	if err := on.Delete(ctx, &plot); err != nil {
		return "", err
	}
	err := until(ctx, "new plot", func() (bool, error) {
		err := on.Get(ctx, named("south-plot"), &plot)
		return err == nil && plot.UID != gone, client.IgnoreNotFound(err)
	})
	if err != nil {
		return "", err
	}
	return shown(plot.Data)
}

// reapply updates the sign as another manager, and then changes the garden to wake the operator.
func reapply(ctx context.Context, on *stage) (string, error) {
	var sign corev1.ConfigMap
	if err := on.Get(ctx, named("south-sign"), &sign); err != nil {
		return "", err
	}
	sign.Data["says"], sign.Data["by"] = "keep out", "somebody"
	if err := on.Update(ctx, &sign, client.FieldOwner("somebody")); err != nil {
		return "", err
	}
	var garden Garden
	if err := on.Get(ctx, named("south"), &garden); err != nil {
		return "", err
	}
	garden.Spec.Beds = 4
	if err := on.Update(ctx, &garden); err != nil {
		return "", err
	}
	return grown(ctx, on, "south")
}

func succeed(ctx context.Context, on *stage) (string, error) {
	if err := on.stop(); err != nil {
		return "", err
	}
	if err := on.open(ctx); err != nil {
		return "", err
	}
	return lease(ctx, on)
}

func clear(ctx context.Context, on *stage) (string, error) {
	garden := &Garden{ObjectMeta: metav1.ObjectMeta{Name: "south", Namespace: space}}
	if err := on.Delete(ctx, garden); err != nil {
		return "", err
	}
	for _, gone := range []client.Object{
		garden,
		&corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: "south-sign", Namespace: space}},
		// Only the garbage collector deletes the plot.
		&corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: "south-plot", Namespace: space}},
	} {
		err := until(ctx, "end of "+gone.GetName(), func() (bool, error) {
			err := on.Get(ctx, client.ObjectKeyFromObject(gone), gone)
			return apierrors.IsNotFound(err), client.IgnoreNotFound(err)
		})
		if err != nil {
			return "", err
		}
	}
	return shown(on.gardener.cleared.Load())
}

// undefine deletes the definition while objects exist, whose finalizers the operator removes.
func undefine(ctx context.Context, on *stage) (string, error) {
	made := definition()
	if err := on.Delete(ctx, made); err != nil {
		return "", err
	}
	err := until(ctx, "end of the definition", func() (bool, error) {
		err := on.Get(ctx, client.ObjectKeyFromObject(made), &apiextensionsv1.CustomResourceDefinition{})
		return apierrors.IsNotFound(err), client.IgnoreNotFound(err)
	})
	if err != nil {
		return "", err
	}
	// Stop the operator first, so that a reconciliation in progress is counted.
	if err := on.stop(); err != nil {
		return "", err
	}
	return shown(on.gardener.cleared.Load())
}
