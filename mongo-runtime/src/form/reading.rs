//! One input on its way through a form.

use bson::Bson;

use super::{
    FilterForm, FormQuery, SORT,
    field::{Allowed, Entry, FormOp},
    given::{Fault, Given},
    problem::{FormError, FormFault, FormProblem, listed},
};
use crate::{
    filter::{Argument, Filter, check_parts, text},
    refusal::Refusal,
    sort::Sort,
};

/// What an input has asked for so far, and what was wrong with it.
pub(super) struct Reading<'f, D> {
    form: &'f FilterForm<D>,
    conditions: Vec<Filter<D>>,
    /// The fields and operators that have been asked for.
    asked: Vec<(&'static str, FormOp)>,
    sort: Option<&'f Sort<D>>,
    problems: Vec<FormProblem>,
}

impl<'f, D: 'static> Reading<'f, D> {
    pub(super) fn new(form: &'f FilterForm<D>) -> Self {
        let (conditions, asked, problems) = (Vec::new(), Vec::new(), Vec::new());
        Self { form, conditions, asked, sort: None, problems }
    }

    /// Whether so much is wrong that the rest is not looked at.
    pub(super) fn is_over(&self) -> bool {
        self.problems.len() >= FormError::MAX_PROBLEMS
            || self.problems.iter().any(|problem| problem.fault == FormFault::TooMany)
    }

    pub(super) fn refuse(&mut self, path: String, (fault, text): Fault) {
        self.problems.push(FormProblem { path, fault, text });
    }

    /// Refuses an input of more bytes than the form takes.
    pub(super) fn check_len(&mut self, n_bytes: usize) -> bool {
        let max = self.form.limits.input_bytes;
        if n_bytes > max {
            let text = format!("the input has more than the {max} bytes that are allowed");
            self.refuse(String::new(), (FormFault::TooLong, text));
        }
        n_bytes <= max
    }

    pub(super) fn is_ignored(&self, key: &str) -> bool {
        self.form.ignored.contains(&key)
    }

    pub(super) fn has_sorts(&self) -> bool {
        !self.form.sorts.is_empty()
    }

    /// The field of this name; without one, the key is refused.
    pub(super) fn entry(&mut self, key: &str, path: &str) -> Option<&'f Entry<D>> {
        let found = self.form.entries.iter().find(|entry| entry.name == key);
        if found.is_none() {
            let names = self.form.entries.iter().map(|entry| entry.name);
            let sort = self.has_sorts().then_some(SORT);
            let text = format!("no such field; known are {}", listed(names.chain(sort)));
            self.refuse(path.to_owned(), (FormFault::UnknownKey, text));
        }
        found
    }

    /// The operator of this name; one that the field does not take is refused.
    pub(super) fn operator(&mut self, entry: &Entry<D>, op: &str, path: &str) -> Option<Allowed> {
        let found = entry.allowed.iter().find(|allowed| allowed.op.name() == op).copied();
        if found.is_none() {
            let text =
                format!("no such operator; `{}` takes {}", entry.name, listed(entry.operators()));
            self.refuse(path.to_owned(), (FormFault::UnknownOperator, text));
        }
        found
    }

    /// A condition with one value.
    pub(super) fn condition(
        &mut self,
        entry: &Entry<D>,
        allowed: Allowed,
        path: String,
        given: &Given<'_>,
    ) {
        let condition = match allowed.op {
            FormOp::Compare { op, .. } => {
                self.value(entry, given).map(|value| (op, Argument::Value(Ok(value))))
            }
            FormOp::StartsWith => self.pattern(entry, given, text::starting_with),
            FormOp::Contains => self.pattern(entry, given, text::containing),
            FormOp::Present => given.boolean().map(|is_present| {
                (if is_present { "$ne" } else { "$eq" }, Argument::Fixed(Bson::Null))
            }),
            FormOp::List { .. } => Err((FormFault::WrongKind, "expected a list".to_owned())),
        };
        match condition {
            Ok((op, argument)) => self.add(entry, allowed.op, path, op, argument),
            Err(fault) => self.refuse(path, fault),
        }
    }

    /// A condition with a list of values.
    pub(super) fn list(
        &mut self,
        entry: &Entry<D>,
        allowed: Allowed,
        path: String,
        items: &[Given<'_>],
    ) {
        let FormOp::List { op, .. } = allowed.op else {
            let text = "expected one value, found a list; a list stands behind `in` or `not_in`";
            return self.refuse(path, (FormFault::WrongKind, text.to_owned()));
        };
        if items.is_empty() || items.len() > allowed.max_items {
            let text = format!("expected a list of 1 to {} values", allowed.max_items);
            return self.refuse(path, (FormFault::TooLong, text));
        }
        let mut values = Vec::with_capacity(items.len());
        for (index, given) in items.iter().enumerate() {
            match self.value(entry, given) {
                Ok(value) => values.push(value),
                Err(fault) if self.is_over() => return self.refuse(path, fault),
                Err(fault) => self.refuse(format!("{path}[{index}]"), fault),
            }
        }
        if values.len() == items.len() {
            self.add(entry, allowed.op, path, op, Argument::Value(Ok(Bson::Array(values))));
        }
    }

    /// The order that was asked for.
    pub(super) fn sort(&mut self, path: String, given: &Given<'_>) {
        if self.sort.is_some() {
            return self.refuse(path, twice());
        }
        let found = given.text(self.form.limits.text_len).map(|text| {
            self.form.sorts.iter().find(|(name, _)| *name == text).map(|(_, sort)| sort)
        });
        match found {
            Ok(Some(sort)) => self.sort = Some(sort),
            Ok(None) => {
                let known = listed(self.form.sorts.iter().map(|(name, _)| *name));
                self.refuse(
                    path,
                    (FormFault::UnknownSort, format!("no such order; known are {known}")),
                );
            }
            Err(fault) => self.refuse(path, fault),
        }
    }

    fn value(&self, entry: &Entry<D>, given: &Given<'_>) -> Result<Bson, Fault> {
        let max_len = entry.max_len.min(self.form.limits.text_len);
        let stored = given.stored_as(entry.shape, max_len)?;
        (entry.recode)(&stored)
    }

    fn pattern(
        &self,
        entry: &Entry<D>,
        given: &Given<'_>,
        make: fn(&str, &'static str, usize) -> Result<Bson, Refusal>,
    ) -> Result<(&'static str, Argument), Fault> {
        let text = given.text(entry.max_len.min(self.form.limits.text_len))?;
        if text.is_empty() {
            return Err((FormFault::OutOfRange, "expected at least one character".to_owned()));
        }
        let pattern = make(text, entry.name, usize::MAX)
            .map_err(|refusal| (FormFault::TooLong, refusal.to_string()))?;
        Ok(("$regex", Argument::Value(Ok(pattern))))
    }

    fn add(
        &mut self,
        entry: &Entry<D>,
        asked: FormOp,
        path: String,
        op: &'static str,
        argument: Argument,
    ) {
        if self.asked.contains(&(entry.name, asked)) {
            return self.refuse(path, twice());
        }
        let max = self.form.limits.conditions;
        if self.asked.len() >= max {
            let text = format!("more than the {max} conditions that are allowed");
            return self.refuse(path, (FormFault::TooMany, text));
        }
        self.asked.push((entry.name, asked));
        self.conditions.push((entry.test)(op, argument));
        if check_parts(&Filter::all_of(&self.conditions).term).is_err() {
            let text = "can't be asked together with what stands before it: both are about the elements of one array, and two elements \
                        could meet them";
            self.refuse(path, (FormFault::NotTogether, text.to_owned()));
        }
    }

    /// What was asked, if all of it is taken.
    pub(super) fn finish(mut self) -> Result<FormQuery<D>, FormError> {
        let missing = self.form.entries.iter().filter(|entry| {
            entry.is_required && self.asked.iter().all(|(name, _)| *name != entry.name)
        });
        if self.problems.is_empty() {
            self.problems.extend(missing.map(|entry| FormProblem {
                path: entry.name.to_owned(),
                fault: FormFault::Missing,
                text: format!("must be asked for, by {}", listed(entry.operators())),
            }));
        }
        if !self.problems.is_empty() {
            return Err(FormError { problems: self.problems });
        }
        Ok(FormQuery { filter: Filter::all_of(self.conditions), sort: self.sort.cloned() })
    }
}

pub(super) fn twice() -> Fault {
    (FormFault::Twice, "stands twice".to_owned())
}
