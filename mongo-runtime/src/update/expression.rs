//! Values that the server computes out of the stored document: what the update of a pipeline sets.

use std::{fmt, marker::PhantomData, time::Duration};

use bson::{Bson, DateTime, doc};

use super::{Update, change::Argument};
use crate::{
    class::{Dated, Numeric, Ordered, Scalable, Settable},
    codec::{AsIs, Bounds, Value},
    field::{Changeable, Field, FromText, OnePlace, Operand, Path},
    filter::{
        AccessOf, ClassOf, CodecOf, InnerOf, OperandValue, PathOf, ReachOf, RootOf, Values, operand,
    },
    refusal::Refusal,
    shape::{BsonType, Scalar, Shape},
};

/// The types of an expression: the document, the value, its representation.
type Types<D, T, C> = PhantomData<fn() -> (D, T, C)>;

/// A value of type `T` in representation `C`, which the server computes out of a document of type `D`.
///
/// It starts from a field, [`value`](ComputeField::value) or [`value_or`](ComputeField::value_or), or from the server's clock,
/// [`now`](Self::now), and goes on with operators. Operands of the application are always literals: text that starts with
/// `$` is that text.
#[must_use = "an expression does nothing by itself; give it to `set_to`"]
pub struct Expression<D, T, C = AsIs> {
    node: Node,
    /// What the field that it comes from unchanged may hold; `None` once an operator has made it another value.
    bounds: Option<Bounds>,
    types: Types<D, T, C>,
}

/// A part of an expression.
#[derive(Clone, PartialEq)]
pub(super) enum Node {
    /// A value of the application.
    Literal(OperandValue),
    /// A stored value: `"$price"`.
    Field(Result<&'static str, Refusal>),
    /// The server's clock.
    Now,
    /// An operator on several values.
    Of(&'static str, Vec<Self>),
}

impl Node {
    pub(super) fn render(&self, values: Values) -> OperandValue {
        Ok(match self {
            Self::Literal(value) => doc! { "$literal": values.of(value)? }.into(),
            Self::Field(path) => Bson::String(format!("${}", path.clone()?)),
            Self::Now => "$$NOW".into(),
            Self::Of(operator, operands) => {
                if let [only] = operands.as_slice() {
                    return Ok(doc! { *operator: only.render(values)? }.into());
                }
                let operands: Result<Vec<Bson>, Refusal> =
                    operands.iter().map(|operand| operand.render(values)).collect();
                doc! { *operator: operands? }.into()
            }
        })
    }
}

impl Node {
    /// The paths that are read.
    pub(super) fn paths(&self) -> Vec<&'static str> {
        match self {
            Self::Field(Ok(path)) => vec![path],
            Self::Of(_, operands) => operands.iter().flat_map(Self::paths).collect(),
            Self::Literal(_) | Self::Field(Err(_)) | Self::Now => Vec::new(),
        }
    }
}

impl<D, T, C> Expression<D, T, C> {
    fn new(node: Node, bounds: Option<Bounds>) -> Self {
        Self { node, bounds, types: PhantomData }
    }

    fn with(self, operator: &'static str, other: Node) -> Self {
        Self::new(Node::Of(operator, vec![self.node, other]), None)
    }
}

impl<D, T: Value<C>, C> Expression<D, T, C> {
    /// The sum: `{ $add: ["$price", "$shipping"] }`.
    pub fn plus(self, other: impl IntoExpression<D, T, C>) -> Self
    where
        T::Class: Numeric,
    {
        self.with("$add", other.into_expression().node)
    }

    /// The difference: `{ $subtract: ["$price", "$discount"] }`.
    pub fn minus(self, other: impl IntoExpression<D, T, C>) -> Self
    where
        T::Class: Numeric,
    {
        self.with("$subtract", other.into_expression().node)
    }

    /// The product: `{ $multiply: ["$price", "$quantity"] }`.
    pub fn times(self, other: impl IntoExpression<D, T, C>) -> Self
    where
        T::Class: Scalable,
    {
        self.with("$multiply", other.into_expression().node)
    }

    /// The greater of the two: `{ $max: ["$score", "$best"] }`.
    pub fn or_greater(self, other: impl IntoExpression<D, T, C>) -> Self
    where
        T::Class: Ordered,
    {
        self.with("$max", other.into_expression().node)
    }

    /// The lesser of the two: `{ $min: ["$score", "$best"] }`.
    pub fn or_lesser(self, other: impl IntoExpression<D, T, C>) -> Self
    where
        T::Class: Ordered,
    {
        self.with("$min", other.into_expression().node)
    }
}

impl<D> Expression<D, DateTime> {
    /// The server's clock, the same in every place of one update: `"$$NOW"`.
    pub fn now() -> Self {
        Self::new(Node::Now, Some(Bounds::NONE))
    }

    /// The date so much later: `{ $add: ["$$NOW", 86400000] }`. What is below a millisecond is left out.
    pub fn later_by(self, time: Duration) -> Self {
        let millis = i64::try_from(time.as_millis()).unwrap_or(i64::MAX);
        self.with("$add", Node::Literal(Ok(Bson::Int64(millis))))
    }
}

impl<D, T, C> Clone for Expression<D, T, C> {
    fn clone(&self) -> Self {
        Self::new(self.node.clone(), self.bounds)
    }
}

impl<D, T, C> PartialEq for Expression<D, T, C> {
    fn eq(&self, other: &Self) -> bool {
        self.node == other.node
    }
}

impl<D, T, C> fmt::Debug for Expression<D, T, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.node.render(Values::Masked) {
            Ok(value) => write!(f, "Expression({})", crate::filter::Masked(&doc! { "": value })),
            Err(refusal) => write!(f, "Expression(invalid: {refusal})"),
        }
    }
}

/// What an expression is computed with: another expression, or a value, which is a literal.
#[diagnostic::on_unimplemented(
    message = "an expression of type `{T}` is computed with another of that type, or with a value of it; `{Self}` was given",
    label = "expected `{T}`"
)]
pub trait IntoExpression<D, T, C> {
    /// The expression.
    fn into_expression(self) -> Expression<D, T, C>;
}

impl<D, T, C> IntoExpression<D, T, C> for Expression<D, T, C> {
    fn into_expression(self) -> Self {
        self
    }
}

#[diagnostic::do_not_recommend]
impl<D, T: Value<C>, C> IntoExpression<D, T, C> for T {
    fn into_expression(self) -> Expression<D, T, C> {
        literal(&self)
    }
}

#[diagnostic::do_not_recommend]
impl<D, T: Value<C>, C> IntoExpression<D, T, C> for &T {
    fn into_expression(self) -> Expression<D, T, C> {
        literal(&self)
    }
}

#[diagnostic::do_not_recommend]
impl<D, T: FromText> IntoExpression<D, T, AsIs> for &str {
    fn into_expression(self) -> Expression<D, T, AsIs> {
        literal(&self)
    }
}

/// A value of the application. Whether its field holds it is asked where it is set.
fn literal<D, T, C>(value: &impl Operand<T, C>) -> Expression<D, T, C> {
    let value = value.to_operand(&Bounds::NONE, "expression").map_err(Refusal::from);
    Expression::new(Node::Literal(value), None)
}

/// What a field has for updates that compute.
pub trait ComputeField: Field {
    /// The stored value, in an expression: `"$price"`. A field that may be absent has [`value_or`](Self::value_or); this one is
    /// refused then, when the update is rendered.
    fn value(self) -> Expression<RootOf<Self>, InnerOf<Self>, CodecOf<Self>>
    where
        ReachOf<Self>: OnePlace,
    {
        let field = if may_lack::<PathOf<Self>>() {
            let text =
                "may be absent, and then there is nothing to compute with: write `value_or(..)`";
            Err(Refusal::Rule(format!("`{}` {text}", PathOf::<Self>::NAME)))
        } else {
            Ok(PathOf::<Self>::NAME)
        };
        Expression::new(Node::Field(field), Some(PathOf::<Self>::BOUNDS))
    }

    /// The stored value, and another one where it is absent or null: `{ $ifNull: ["$price", 0] }`.
    fn value_or(
        self,
        value: impl Operand<InnerOf<Self>, CodecOf<Self>>,
    ) -> Expression<RootOf<Self>, InnerOf<Self>, CodecOf<Self>>
    where
        ReachOf<Self>: OnePlace,
    {
        let path = PathOf::<Self>::NAME;
        let bounds = PathOf::<Self>::BOUNDS;
        let other = operand::<PathOf<Self>, InnerOf<Self>, CodecOf<Self>>(&value, &bounds);
        let node = Node::Of("$ifNull", vec![Node::Field(Ok(path)), Node::Literal(other)]);
        Expression::new(node, Some(bounds))
    }

    /// Sets the field to what the server computes: `[{ $set: { total: { $multiply: ["$price", "$quantity"] } } }]`.
    ///
    /// The update becomes a pipeline. In it stand `set`, `set_null`, `unset`, `inc`, `dec` and `mul` beside this; all expressions see the
    /// document as it was before the update. A number is brought to the type of the field at the end, so a sum that it can't
    /// hold fails the update (`OperationRejected`, nothing written) and is never stored in another width.
    ///
    /// A field that is narrower than its BSON type, such as a `u16`, takes no computed number; one with `max_len` or
    /// `max_items` takes the value of a field whose bounds are no wider.
    fn set_to(
        self,
        value: impl IntoExpression<RootOf<Self>, InnerOf<Self>, CodecOf<Self>>,
    ) -> Update<RootOf<Self>>
    where
        ClassOf<Self>: Settable,
        ReachOf<Self>: OnePlace,
        AccessOf<Self>: Changeable,
    {
        let expression = value.into_expression();
        let argument = match fits::<PathOf<Self>>(expression.bounds.as_ref()) {
            Ok(()) => {
                Argument::Expression(converted(expression.node, PathOf::<Self>::SHAPE.inner()))
            }
            Err(why) => super::change::refused(PathOf::<Self>::NAME, why),
        };
        super::field::making::<Self>("$set", argument)
    }

    /// Sets the date to the server's clock, in an update that computes: [`current_date`](super::UpdateField::current_date) has no
    /// place in a pipeline.
    fn set_to_now(self) -> Update<RootOf<Self>>
    where
        Self: Field<Path: Path<Ty = DateTime, Codec = AsIs>>,
        ClassOf<Self>: Settable + Dated,
        ReachOf<Self>: OnePlace,
        AccessOf<Self>: Changeable,
    {
        let now = Argument::Expression(Node::Now);
        super::field::making::<Self>("$set", now)
    }
}

impl<F: Field> ComputeField for F {}

/// Whether there are documents without the field.
fn may_lack<P: Path>() -> bool {
    P::SHAPE.is_optional() || P::OPTIONAL.is_some() || P::VARIANT.is_some()
}

/// Whether the field holds every value of an expression that comes unchanged from a field with these bounds, or that was
/// computed.
fn fits<P: Path>(source: Option<&Bounds>) -> Result<(), &'static str> {
    let own = P::BOUNDS;
    match source {
        None if is_narrow(P::SHAPE.inner()) => Err(
            "is narrower than its BSON type, and a computed number could leave its range: `inc`, `dec` and `mul` keep it, or give \
             the field the type `i32` or `i64`",
        ),
        // A number, a date: nothing that a bound speaks of.
        None if own.is_none() => Ok(()),
        Some(source) if own.is_none() || holds(&own, source) => Ok(()),
        _ => Err(
            "has a bound that the value may be over: set it to a field whose bounds are no wider, or widen this one's",
        ),
    }
}

fn holds(own: &Bounds, source: &Bounds) -> bool {
    source.max_len <= own.max_len
        && source.max_bytes <= own.max_bytes
        && own.max_items.len() == source.max_items.len()
        && own.max_items.iter().zip(source.max_items).all(|(own, source)| source <= own)
}

fn is_narrow(shape: &Shape) -> bool {
    let Shape::Scalar(Scalar { bson, range: Some((min, max)), .. }) = shape else { return false };
    match bson {
        BsonType::Int32 => (*min, *max) != (i32::MIN.into(), i32::MAX.into()),
        _ => (*min, *max) != (i64::MIN, i64::MAX),
    }
}

/// A computed number in the type of the field.
fn converted(node: Node, shape: &Shape) -> Node {
    let Shape::Scalar(scalar) = shape else { return node };
    let operator = match (&node, scalar.bson) {
        (Node::Field(_) | Node::Literal(_), _) => return node,
        (_, BsonType::Int32) => "$toInt",
        (_, BsonType::Int64) => "$toLong",
        (_, BsonType::Double) => "$toDouble",
        (_, BsonType::Decimal128) => "$toDecimal",
        _ => return node,
    };
    Node::Of(operator, vec![node])
}
