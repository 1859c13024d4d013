//! Short names for what a typed path leads to.

use crate::{
    class::Elements,
    codec::Value,
    field::{Field, Path, Root},
};

pub(crate) type PathOf<F> = <F as Field>::Path;
pub(crate) type RootOf<F> = <PathOf<F> as Path>::Root;
pub(crate) type TyOf<F> = <PathOf<F> as Path>::Ty;
pub(crate) type CodecOf<F> = <PathOf<F> as Path>::Codec;
pub(crate) type ClassOf<F> = <TyOf<F> as Value<CodecOf<F>>>::Class;
pub(crate) type InnerOf<F> = <TyOf<F> as Value<CodecOf<F>>>::Inner;

pub(crate) type AccessOf<F> = <PathOf<F> as Path>::Access;
pub(crate) type ReachOf<F> = <PathOf<F> as Path>::Reach;

pub(crate) type ItemOf<F> = <ClassOf<F> as Elements>::Item;
pub(crate) type ItemCodec<F> = <ClassOf<F> as Elements>::Codec;
pub(crate) type ItemInner<F> = <ItemOf<F> as Value<ItemCodec<F>>>::Inner;
pub(crate) type ItemFields<F> =
    <ItemOf<F> as Value<ItemCodec<F>>>::Fields<Root<ItemOf<F>, ItemCodec<F>>>;
