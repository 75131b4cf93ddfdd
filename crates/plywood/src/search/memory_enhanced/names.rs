//! The names of the searches with a table: one for each driver.

use super::{Mt, MtOptions};
use crate::search::algorithm::{Algorithm, AlgorithmInfo, Family, Named, Storage};
use crate::search::driver::Driver;
use crate::{Evaluate, Search, Tactics};

const PLAAT: &str = "Plaat, Schaeffer, Pijls & de Bruin 1995";

const fn named(
    name: &'static str,
    summary: &'static str,
    paper: &'static str,
    options: fn() -> MtOptions,
) -> Named<MtOptions> {
    let (family, memory) = (Family::Table, Storage::Table);
    Named { info: AlgorithmInfo { name, summary, family, paper, exact: true, memory }, options }
}

impl Algorithm for MtOptions {
    const NAMES: &'static [Named<MtOptions>] = &[
        named("alpha-beta-memory", "alpha-beta with a transposition table", PLAAT, || {
            MtOptions::new(Driver::AlphaBeta)
        }),
        named(
            "negascout",
            "NegaScout with a transposition table",
            "Reinefeld 1983; Plaat et al. 1995",
            || MtOptions::new(Driver::NegaScout),
        ),
        named(
            "aspiration-negascout",
            "NegaScout in a window around the previous value",
            PLAAT,
            || MtOptions::new(Driver::aspiration()),
        ),
        named("sss", "SSS* as null windows from above (AB-SSS*)", PLAAT, || {
            MtOptions::new(Driver::Sss)
        }),
        named("dual", "DUAL* as null windows from below (AB-DUAL*)", PLAAT, || {
            MtOptions::new(Driver::Dual)
        }),
        named("mtdf", "MTD(f): null windows from a first guess", PLAAT, || {
            MtOptions::new(Driver::mtdf())
        }),
        named(
            "c-star",
            "C*: null windows that bisect the interval of the value",
            "Coplan 1982; Plaat et al. 1995",
            || MtOptions::new(Driver::CStar),
        ),
    ];

    fn info(&self) -> &'static AlgorithmInfo {
        let place = match self.driver {
            Driver::AlphaBeta => 0,
            Driver::NegaScout => 1,
            Driver::AspirationNegaScout(_) => 2,
            Driver::Sss => 3,
            Driver::Dual => 4,
            Driver::MtdF(_) => 5,
            Driver::CStar => 6,
        };
        &Self::NAMES[place].info
    }

    /// With no more threads than there are cores: the thread that answers must not wait for others to let it run.
    fn search<P, E>(self, evaluate: E) -> Box<dyn Search<P> + Send>
    where
        P: Tactics<Move: Send + Sync> + Send + Sync + 'static,
        E: Evaluate<P> + Clone + Send + Sync + 'static,
    {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let threads = self.threads.min(cores);
        Box::new(Mt::parallel(MtOptions { threads, ..self }, evaluate))
    }
}
